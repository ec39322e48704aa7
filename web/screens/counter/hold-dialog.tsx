import { useMutation } from '@tanstack/react-query';
import { PauseCircle } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { TextInput } from '@/ui/text-input.tsx';

interface HoldDialogProps {
  /** The customer's name, where known. */
  proposed: string;
  onHold: (label: string | null) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a label before a sale is held; Enter accepts the proposed one. */
export default function HoldDialog({ proposed, onHold, onClose }: HoldDialogProps) {
  const { t } = useTranslation();
  const [label, setLabel] = useState(proposed);
  const hold = useMutation(write({ run: () => onHold(label.trim() || null), changes: [] }));
  return (
    <Dialog
      size="small"
      title={t('counter.hold.title')}
      sub={t('counter.hold.text')}
      locked={hold.isPending}
      onClose={onClose}
      onSubmit={() => hold.mutate(undefined as never, { onSuccess: onClose })}
      action={
        <Button variant="primary" type="submit" icon={PauseCircle} busy={hold.isPending}>
          {t('counter.hold.confirm')}
        </Button>
      }
    >
      <Field label={t('counter.hold.label')} optional>
        <TextInput data-autofocus value={label} maxLength={300} onChange={(event) => setLabel(event.target.value)} />
      </Field>
      {hold.error && <Banner tone="bad">{errorText(t, hold.error)}</Banner>}
    </Dialog>
  );
}
