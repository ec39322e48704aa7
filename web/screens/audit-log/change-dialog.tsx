import type { ChangeRow } from '@/db/history.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActionDone, doerOf } from '@/kit/changes/change-head.tsx';
import { useChangeWords } from '@/kit/changes/change-words.ts';
import { ChangedLines } from '@/kit/changes/changed-lines.tsx';
import { FieldChanges } from '@/kit/changes/field-changes.tsx';
import { formatDateTime } from '@/lib/dates.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { useRecordName } from './columns.tsx';
import { recordPath } from './record-path.ts';

/** A change with all its fields. */
export function ChangeDialog({ row, onClose }: { row: ChangeRow; onClose: () => void }) {
  const { t } = useTranslation();
  const words = useChangeWords();
  const name = useRecordName()(row);
  const path = recordPath(row);
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={<bdi>{name}</bdi>}
      sub={<bdi>{[words.table(row.table_name), nameOf(row.part), nameIn(row, 'branch')].filter(Boolean).join(' · ')}</bdi>}
      footer={
        <>
          {row.record_table && (
            <a className="button" href={`/managment/audit-log?record=${row.record_table}:${row.record_id}`}>
              {t('history.wholeRecord')}
            </a>
          )}
          {path && (
            <a className="button" href={path}>
              {t('history.open')}
            </a>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <p className="mb-1.5 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ActionDone action={row.action} />{' '}
        <small className="muted ms-auto">
          <bdi>{doerOf(t, row)}</bdi> · <bdi>{formatDateTime(row.at)}</bdi>
        </small>
      </p>
      <FieldChanges row={row} />
      {row.lines !== null && <ChangedLines id={row.id} lines={row.lines} />}
    </Dialog>
  );
}
