import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportRow } from '@/db/imports.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Quantity } from '@/ui/figure.tsx';
import { Progress } from '@/ui/progress.tsx';

interface UndoDialogProps {
  row: ImportRow;
  /** How far it is, from 0 to 1, where it takes its time. */
  part: number | undefined;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
  explain: (error: unknown) => ReactNode;
}

/** What goes and what is as before again, in numbers, before it is done. */
export function UndoDialog({ row, part, onClose, onConfirm, explain }: UndoDialogProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open
      danger
      irreversible
      onClose={onClose}
      title={t('imports.history.undoTitle')}
      number={<bdi>{row.file_name}</bdi>}
      sub={formatDateTime(row.created_at)}
      confirm={t('imports.history.undoConfirm', { count: row.created_count + row.updated_count })}
      icon={Undo2}
      onConfirm={onConfirm}
      explain={explain}
    >
      <dl className="facts">
        <div>
          <dt>{t('imports.history.goes', { context: row.kind })}</dt>
          <dd>
            <Quantity value={row.created_count} />
          </dd>
        </div>
        <div>
          <dt>{t('imports.history.returns')}</dt>
          <dd>
            <Quantity value={row.updated_count} />
          </dd>
        </div>
      </dl>
      <p>{t(`imports.history.undoText_${row.kind}`)}</p>
      {part !== undefined && <Progress label={t('imports.history.undoing')} value={part} shown={`${formatNumber(Math.floor(part * 100))}%`} />}
    </ConfirmDialog>
  );
}
