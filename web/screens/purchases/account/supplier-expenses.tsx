import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { expensePage, expenseTotals, type ExpenseRow } from '@/db/expenses.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { Table, type TableColumn } from '@/ui/table.tsx';

/** Only the latest are shown here; the list of expenses has them all. */
const MOST = 50;

/** The expenses recorded for this supplier, and what is unpaid. Purchase orders are not part of them. */
export function SupplierExpenses({ supplierId }: { supplierId: string }) {
  const { t } = useTranslation();
  const question = { supplier_ids: [supplierId] };
  const rows = useQuery(expensePage({ ...question, sort: 'spent_on', descending: true }, 1, MOST));
  const totals = useQuery(expenseTotals(question)).data;
  if (rows.error) return <LoadFailed error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return null;
  if (rows.data.length === 0) return <EmptyState icon={Wallet} title={t('purchases.account.noExpenses')} />;
  const column = (head: string, cell: (expense: ExpenseRow) => ReactNode, num?: 'numeric figure-column'): TableColumn<ExpenseRow> => ({
    head,
    cardLabel: head,
    cell,
    num,
  });
  return (
    <>
      <Table
        className="data-table cards account-table"
        label={t('purchases.account.expenses')}
        rows={rows.data}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t('expenses.col.number'),
            width: 'col-document',
            className: 'card-name',
            cell: ({ id, number }) => (
              <a className="record-name" href={`/accounting/expenses/view/${id}`}>
                <Code>{number}</Code>
              </a>
            ),
          },
          column(t('expenses.col.spentOn'), ({ spent_on }) => formatDate(spent_on)),
          column(t('expenses.col.category'), (expense) => (expense.category_id ? <bdi>{nameIn(expense, 'category')}</bdi> : <Nil />)),
          column(t('expenses.col.reference'), ({ reference }) => (reference ? <Code>{reference}</Code> : <Nil />)),
          column(
            t('expenses.col.amount', { currency: currencyWord() }),
            ({ amount }) => <Figure value={formatMoney(amount)} />,
            'numeric figure-column',
          ),
          column(
            t('expenses.col.remaining'),
            ({ remaining }) => (
              <b>
                <Figure value={formatMoney(remaining)} nil />
              </b>
            ),
            'numeric figure-column',
          ),
        ]}
      />
      <p className="in-page inline-group">
        {totals && (
          <span>
            {t('purchases.account.expensesOwed', {
              count: totals.count,
              amount: formatMoney(totals.amount),
              remaining: formatMoney(totals.remaining),
              currency: currencyWord(),
            })}
          </span>
        )}
        <Button small href={`/accounting/expenses?supplier=${supplierId}`}>
          {t('purchases.account.allExpenses')}
        </Button>
      </p>
    </>
  );
}
