import type { ReactNode } from 'react';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Table } from '@/ui/table.tsx';
import type { AtBranch } from './overview.ts';

interface BranchTableProps<Row> {
  title: string;
  rows: readonly Row[];
  /** The figure of a branch: its heading, value, text, and the address of its rows. */
  head: string;
  valueOf: (row: Row) => number;
  format: (value: number) => ReactNode;
  hrefOf: (row?: Row) => string;
  /** A second figure, without a total. */
  further: { head: string; text: (row: Row) => string };
  total: number;
  emptyText?: string;
}

/** A figure of each branch with a bar, and the total under a double rule. */
export function BranchTable<Row extends AtBranch>(props: BranchTableProps<Row>) {
  const { t } = useTranslation();
  const { title, rows, head, valueOf, format, hrefOf, further, total, emptyText } = props;
  const most = Math.max(0, ...rows.map(valueOf));
  const figure = (value: number, row?: Row) => (
    <a className="reason" href={hrefOf(row)}>
      {format(value)}
    </a>
  );
  return (
    <section className="wait [&_th]:whitespace-nowrap" aria-label={title}>
      <h2 className="mb-2">{title}</h2>
      {rows.length === 0 ? (
        <p className="muted">{emptyText}</p>
      ) : (
        <Table
          className="ledger-table"
          rows={rows}
          keyOf={({ branch_id }) => branch_id}
          columns={[
            {
              head: t('dashboard.branch'),
              cell: (row) => (
                <>
                  <bdi>{nameIn(row, 'branch')}</bdi>
                  <span className="mt-1 block h-1 max-w-[220px] overflow-hidden rounded-[1px] bg-paper-3" aria-hidden="true">
                    <i
                      className="block h-full bg-accent"
                      style={{ inlineSize: `${most > 0 ? Math.max(0, (valueOf(row) / most) * 100) : 0}%` }}
                    />
                  </span>
                </>
              ),
            },
            { head, num: 'numeric', cell: (row) => figure(valueOf(row), row) },
            { head: further.head, num: 'numeric', cell: (row) => <bdi className="number muted">{further.text(row)}</bdi> },
          ]}
        >
          <tr className="sum-line">
            <td>{t('dashboard.total')}</td>
            <td className="numeric">{figure(total)}</td>
            <td className="numeric" />
          </tr>
        </Table>
      )}
    </section>
  );
}
