import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type ImportRow, undoChanges } from '@/db/imports.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { Facts } from '@/ui/facts.tsx';
import { Quantity } from '@/ui/figure.tsx';
import { Progress } from '@/ui/progress.tsx';
import { trackedUndo } from './import-calls.ts';
import { refusalText } from './refusal.ts';

interface UndoDialogProps {
  row: Pick<ImportRow, 'id' | 'kind' | 'file_name' | 'created_at' | 'created_count' | 'updated_count'>;
  onUndone?: () => void;
  onClose: () => void;
}

/** Asks before an import is undone, with the numbers of records deleted and restored. */
export function UndoDialog({ row, onUndone, onClose }: UndoDialogProps) {
  const { t } = useTranslation();
  const [part, setPart] = useState<number | undefined>();
  return (
    <ActionDialog
      run={() => trackedUndo(row.id, setPart).finally(() => setPart(undefined))}
      changes={undoChanges}
      onDone={() => {
        onUndone?.();
        return t('imports.history.undone', { name: row.file_name ?? '' });
      }}
      danger
      irreversible
      onClose={onClose}
      title={t('imports.history.undoTitle')}
      number={<bdi>{row.file_name}</bdi>}
      sub={formatDateTime(row.created_at)}
      confirm={t('imports.history.undoConfirm', { count: row.created_count + row.updated_count })}
      icon={Undo2}
      explain={(error) => refusalText(t, error)}
    >
      <Facts
        facts={[
          [t('imports.history.goes', { context: row.kind }), <Quantity value={row.created_count} />],
          [t('imports.history.returns'), <Quantity value={row.updated_count} />],
        ]}
      />
      <p>{t(`imports.history.undoText_${row.kind}`)}</p>
      {part !== undefined && (
        <Progress label={t('imports.history.undoing')} value={part} progressText={`${formatNumber(Math.floor(part * 100))}%`} />
      )}
    </ActionDialog>
  );
}
