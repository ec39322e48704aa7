import type { ChangeRow, FieldChange } from '@/db/history.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { FromAfter, Nil } from '@/ui/figure.tsx';
import { useChangeWords } from './change-words.ts';

type Row = Pick<ChangeRow, 'action' | 'table_name' | 'names'>;

/** One field, before and after; for an inserted or deleted row only its value. */
export function FieldChanged({ row, field }: { row: Row; field: FieldChange }) {
  const { t } = useTranslation();
  const { value } = useChangeWords();
  if (field.type === 'picture') return <span className="muted">{t('history.changed')}</span>;
  const [before, after] = [value(row, field, field.before), value(row, field, field.after)];
  if (row.action !== 'update') return <bdi className={row.action === 'delete' ? 'muted' : undefined}>{before || after || <Nil />}</bdi>;
  return <FromAfter isText from={before || '–'} after={after || '–'} />;
}

/** All fields of a change. */
export function FieldChanges({ row }: { row: Row & Pick<ChangeRow, 'fields'> }) {
  const words = useChangeWords();
  return (
    <dl>
      {row.fields.map((field) => (
        <div key={field.name} className="grid grid-cols-[minmax(120px,190px)_minmax(0,1fr)] gap-x-4 gap-y-0.5 py-[3px]">
          <dt className="text-ink-3">{words.field(row.table_name, field.name)}</dt>
          <dd className="wrap-anywhere">
            <FieldChanged row={row} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
