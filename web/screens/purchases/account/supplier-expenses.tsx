import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { expensePage, expenseTotals } from '@/db/expenses.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { AccountTable } from '@/parts/account/account-table.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';

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
  return (
    <>
      <AccountTable
        label={t('purchases.account.expenses')}
        rows={rows.data}
        number={t('expenses.col.number')}
        hrefOf={(expense) => `/accounting/expenses/view/${expense}`}
        columns={[
          [t('expenses.col.spentOn'), ({ spent_on }) => formatDate(spent_on)],
          [t('expenses.col.category'), (expense) => (expense.category_id ? <bdi>{nameIn(expense, 'category')}</bdi> : <Nil />)],
          [t('expenses.col.reference'), ({ reference }) => (reference ? <Code>{reference}</Code> : <Nil />)],
          [t('expenses.col.amount', { currency: currencyWord() }), ({ amount }) => <Figure value={formatMoney(amount)} />, 'figure'],
          [
            t('expenses.col.remaining'),
            ({ remaining }) => (
              <b>
                <Figure value={formatMoney(remaining)} nil />
              </b>
            ),
            'figure',
          ],
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
