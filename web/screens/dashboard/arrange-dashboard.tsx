import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useMutation } from '@tanstack/react-query';
import { GripVertical } from 'lucide-react';
import { useState } from 'react';
import { saveArrangement } from '@/db/arrangements.ts';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Arranging, useArranged } from '@/kit/arranging.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Icon } from '@/ui/icon.tsx';
import type { Part } from './overview.ts';

interface ArrangeDashboardProps {
  /** Those that are shown, in their order. */
  arranged: readonly Part[];
  /** Those that the user can see. */
  available: readonly Part[];
  onClose: () => void;
}

/** Chooses the parts of the user's dashboard and their order. */
export default function ArrangeDashboard({ arranged, available, onClose }: ArrangeDashboardProps) {
  const { t } = useTranslation();
  const [parts, setParts] = useState<readonly Part[]>([
    ...arranged.filter((part) => available.includes(part)),
    ...available.filter((part) => !arranged.includes(part)),
  ]);
  const [chosen, setChosen] = useState<readonly Part[]>(arranged);
  // A part that the user may see again keeps its place.
  const saved = () => [...parts.filter((part) => chosen.includes(part)), ...arranged.filter((part) => !available.includes(part))];
  const save = useMutation({
    ...write({ run: (of: readonly string[] | null) => saveArrangement('dashboard', of), changes: ['profiles'] }),
    onSuccess: onClose,
  });
  return (
    <Dialog
      title={t('dashboard.arrange.title')}
      sub={t('dashboard.arrange.text')}
      locked={save.isPending}
      onClose={onClose}
      action={
        <>
          <Button disabled={save.isPending} onClick={() => save.mutate(null)}>
            {t('dashboard.arrange.reset')}
          </Button>
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate(saved())}>
            {t('kit.save')}
          </Button>
        </>
      }
    >
      {save.error && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
      <Arranging
        ids={parts}
        nameOf={(id) => t(`dashboard.part.${id as Part}`)}
        strategy={verticalListSortingStrategy}
        onArrange={(ids) => setParts(ids as Part[])}
      >
        <ul className="grid">
          {parts.map((part) => (
            <ArrangedPart
              key={part}
              part={part}
              isShown={chosen.includes(part)}
              onShow={(show) => setChosen(show ? [...chosen, part] : chosen.filter((one) => one !== part))}
            />
          ))}
        </ul>
      </Arranging>
    </Dialog>
  );
}

function ArrangedPart({ part, isShown, onShow }: { part: Part; isShown: boolean; onShow: (show: boolean) => void }) {
  const { t } = useTranslation();
  const { ref, style, isDragging, handle } = useArranged(part);
  const name = t(`dashboard.part.${part}`);
  return (
    <li
      ref={ref}
      style={style}
      className={`flex items-center gap-3 border-b border-rule bg-sheet last:border-b-0 ${isDragging ? 'z-1 shadow-lg' : ''}`}
    >
      <span className="min-w-0 flex-1">
        <Checkbox label={name} checked={isShown} onChange={onShow} />
      </span>
      <button
        type="button"
        className="grid size-11 cursor-grab place-items-center"
        aria-label={t('kit.arrange.move', { name })}
        {...handle}
      >
        <Icon of={GripVertical} />
      </button>
    </li>
  );
}
