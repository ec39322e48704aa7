import type { ChangeRow } from '@/db/history.ts';
import { useBranch } from '@/db/me.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActionDone, doerOf } from '@/kit/changes/change-head.tsx';
import { useChangeWords } from '@/kit/changes/change-words.ts';
import { FieldChanged } from '@/kit/changes/field-changes.tsx';
import { formatDateTime } from '@/lib/dates.ts';
import type { Column } from '@/list/column.ts';
import { hiddenAtFirst, momentColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { Numbered } from '@/ui/figure.tsx';
import { recordPath } from './record-path.ts';

/** The number of fields shown in a change's row; its dialog shows all. */
const TOLD = 2;

/** A record's current name, or the name or number it had when it was created or deleted. */
export function useRecordName() {
  const { table } = useChangeWords();
  return (row: ChangeRow): string => {
    const nameField = row.fields.find(({ name }) => ['name', 'number', 'file_name'].includes(name));
    return nameOf(row.record) || String(nameField?.after ?? nameField?.before ?? '') || table(row.table_name);
  };
}

export function useChangeColumns(addressOf: (row: ChangeRow) => string): Column<ChangeRow>[] {
  const { t } = useTranslation();
  const { branch } = useBranch();
  const words = useChangeWords();
  const recordName = useRecordName();
  const kind = (row: ChangeRow) => [words.table(row.table_name), nameOf(row.part)].filter(Boolean).join(' · ');
  const describe = (row: ChangeRow) =>
    [
      ...row.fields.map((field) => {
        const [before, after] = [words.value(row, field, field.before), words.value(row, field, field.after)];
        return `${words.field(row.table_name, field.name)}: ${row.action === 'update' && field.type !== 'picture' ? `${before || '–'} → ${after || '–'}` : before || after || t('history.changed')}`;
      }),
      ...(row.lines === null ? [] : [t('history.lines', { count: row.lines })]),
    ].join('; ');
  return [
    momentColumn('at', t('history.col.at'), ({ at }) => at, {
      sort: 'id',
      pinned: true,
      width: '176px',
      cell: (row) => (
        <a className="record-name" href={addressOf(row)}>
          <bdi>{formatDateTime(row.at)}</bdi>
        </a>
      ),
    }),
    textColumn('actor', t('history.col.actor'), (row) => doerOf(t, row), {
      width: '140px',
      cell: (row) => <bdi className={row.actor ? 'clip' : 'muted'}>{doerOf(t, row)}</bdi>,
    }),
    statusColumn(
      'action',
      t('history.col.action'),
      ({ action }) => <ActionDone action={action} />,
      ({ action }) => t(`history.action.${action}`),
      { width: '112px' },
    ),
    {
      id: 'record',
      label: t('history.col.record'),
      width: '232px',
      card: 'title',
      cell: (row) => {
        const path = recordPath(row);
        const name = recordName(row);
        return (
          <span className="two-lines">
            {path ? (
              <a className="reason" href={path}>
                <bdi>{name}</bdi>
              </a>
            ) : (
              <bdi>{name}</bdi>
            )}
            <small>
              <bdi>
                <Numbered>{kind(row)}</Numbered>
              </bdi>
            </small>
          </span>
        );
      },
      sheet: { value: recordName, kind: 'text' },
    },
    textColumn('kind', t('history.col.kind'), kind, hiddenAtFirst),
    textColumn('changes', t('history.col.changes'), describe, {
      width: undefined,
      minWidth: 300,
      cell: (row) => (
        <span className="flex flex-wrap gap-x-[18px] gap-y-0.5">
          {row.fields.slice(0, TOLD).map((field) => (
            <span key={field.name} className="min-w-0 wrap-anywhere">
              <span className="muted">{words.field(row.table_name, field.name)}</span> <FieldChanged row={row} field={field} />
            </span>
          ))}
          {row.lines !== null && <span className="min-w-0 wrap-anywhere">{t('history.lines', { count: row.lines })}</span>}
          {row.fields.length > TOLD && <span className="muted min-w-0">{t('history.more', { count: row.fields.length - TOLD })}</span>}
        </span>
      ),
    }),
    textColumn('branch', t('history.col.branch'), (row) => nameIn(row, 'branch'), { width: '124px', shown: branch === null }),
  ];
}
