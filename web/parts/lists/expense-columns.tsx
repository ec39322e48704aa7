import { useBranch } from '@/db/me.ts';
import type { ExpenseRow } from '@/db/expenses.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatShort } from '@/lib/dates.ts';
import { currencyWord } from '@/lib/currency.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, dayColumn, hiddenAtFirst, statusColumn, textColumn } from '@/list/columns.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { ExpenseStatus, paymentWord } from '@/parts/statuses/expenses.tsx';

export function useExpenseColumns(rows: readonly ExpenseRow[]): Column<ExpenseRow>[] {
  const { t } = useTranslation();
  const { branch } = useBranch();
  const text = (
    id: 'category' | 'supplier' | 'customer' | 'assigned' | 'branch' | 'notes' | 'createdBy',
    of: (row: ExpenseRow) => string,
    more?: Partial<Column<ExpenseRow>>,
  ) => textColumn(id, t(`expenses.col.${id}`), of, more);
  const money = (id: 'amount' | 'tax' | 'paid' | 'remaining', more: Partial<Column<ExpenseRow>> = hiddenAtFirst) =>
    moneyColumn<ExpenseRow>(id, t(`expenses.col.${id}`, { currency: currencyWord() }), (row) => row[id], more);
  return [
    numberColumn(rows, t('expenses.col.number'), '/accounting/expenses/view/', (row) => ({
      beside: formatShort(row.spent_on),
      below: [nameIn(row, 'supplier'), branch === null && nameIn(row, 'branch')],
    })),
    dayColumn('spent_on', t('expenses.col.spentOn'), (row) => row.spent_on, { sort: 'spent_on', card: 'none' }),
    text('category', (row) => nameIn(row, 'category'), { width: undefined, minWidth: 110, card: 'title' }),
    text('supplier', (row) => nameIn(row, 'supplier'), { card: 'none' }),
    text('customer', (row) => nameIn(row, 'customer'), hiddenAtFirst),
    text('assigned', (row) => nameOf(row.assigned), hiddenAtFirst),
    // Hidden when one branch is selected.
    text('branch', (row) => nameIn(row, 'branch'), { shown: branch === null, card: 'none' }),
    money('amount', { sort: 'amount', card: 'end' }),
    money('tax'),
    money('paid'),
    money('remaining', { sort: 'remaining', card: 'figure' }),
    statusColumn(
      'payment',
      t('expenses.col.payment'),
      (row) => <ExpenseStatus status={row.payment_status} />,
      (row) => t(`payments.status.${paymentWord[row.payment_status]}`),
    ),
    codeColumn('reference', t('expenses.col.reference'), (row) => row.reference, hiddenAtFirst),
    dayColumn('day', t('expenses.col.day'), (row) => row.business_day, hiddenAtFirst),
    text('createdBy', (row) => nameOf(row.created_by), hiddenAtFirst),
    text('notes', (row) => row.notes ?? '', { width: '200px', ...hiddenAtFirst }),
  ];
}
