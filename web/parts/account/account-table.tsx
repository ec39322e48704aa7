import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { Table, type TableColumn } from '@/ui/table.tsx';
import './account.css';

/** `unlabelled`: the value needs no label on a card. */
type AccountColumn<Row> = readonly [head: string, cell: (row: Row) => ReactNode, kind?: 'figure' | 'unlabelled'];

interface AccountTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** The head of the first column, which links each document by its number. */
  number: string;
  hrefOf: (id: string) => string;
  /** The kind of document, below the number, where it is not the usual one. */
  kindOf?: (row: Row) => string | false;
  columns: readonly AccountColumn<Row>[];
}

/** Documents of an account. */
export function AccountTable<Row extends { id: string; number: string }>({
  label,
  rows,
  number: numberHead,
  hrefOf,
  kindOf,
  columns,
}: AccountTableProps<Row>) {
  return (
    <Table
      className="data-table cards account-table"
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: numberHead,
          width: 'col-document',
          className: 'card-name',
          cell: (row) => (
            <>
              <a className="record-name" href={hrefOf(row.id)}>
                <Code>{row.number}</Code>
              </a>
              {kindOf?.(row) && <small className="block muted">{kindOf(row)}</small>}
            </>
          ),
        },
        ...columns.map(
          ([head, cell, kind]): TableColumn<Row> => ({
            head,
            cell,
            cardLabel: kind === 'unlabelled' ? undefined : head,
            num: kind === 'figure' ? 'numeric figure-column' : undefined,
          }),
        ),
      ]}
    />
  );
}

interface OpenDocument extends Record<'age' | 'total' | 'paid' | 'remaining', number> {
  id: string;
  number: string;
  /** Only where debts have a due date. */
  late?: boolean;
}

interface OpenDocumentsProps<Row> extends AccountTableProps<Row> {
  /** Explains an empty list. */
  nothingOwed: string;
}

/** The documents that are not settled, with their age and amounts after their own columns. */
export function OpenDocuments<Row extends OpenDocument>({ nothingOwed, columns, ...table }: OpenDocumentsProps<Row>) {
  const { t } = useTranslation();
  if (table.rows.length === 0)
    return (
      <EmptyState icon={HandCoins} title={t('account.nothingOwed')}>
        {nothingOwed}
      </EmptyState>
    );
  return (
    <AccountTable
      {...table}
      columns={[
        ...columns,
        [t('account.age'), ({ age, late }) => <Figure value={formatNumber(age)} nil tone={late ? 'negative' : undefined} />, 'figure'],
        [t('document.totals.total', { currency: currencyWord() }), ({ total }) => <Figure value={formatMoney(total)} />, 'figure'],
        [t('document.totals.paid'), ({ paid }) => <Figure value={formatMoney(paid)} nil />, 'figure'],
        [
          t('document.totals.remaining'),
          ({ remaining }) => (
            <b>
              <Figure value={formatMoney(remaining)} />
            </b>
          ),
          'figure',
        ],
      ]}
    />
  );
}
