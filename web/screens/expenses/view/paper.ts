/* The printed voucher of an expense, in the user's language. */
import type { TFunction } from 'i18next';
import type { ExpenseDetail } from '@/db/expenses.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { paymentWord } from '@/parts/statuses/expenses.tsx';

export function expensePaper(t: TFunction, { expense, payments }: ExpenseDetail): Written {
  const currency = currencyWord();
  const validPayments = (payments ?? []).filter(({ voided_at }) => voided_at === null);
  const fact = (label: string, value: string | null, code = false) => (value ? [{ label, value, ...(code ? { code } : {}) }] : []);
  return {
    title: t('expenses.paper.title'),
    number: expense.number,
    status: t(`payments.status.${paymentWord[expense.payment_status]}`),
    facts: [
      ...fact(t('expenses.col.spentOn'), formatDate(expense.spent_on)),
      ...fact(t('expenses.col.category'), nameIn(expense, 'category')),
      ...fact(t('expenses.col.branch'), nameIn(expense, 'branch')),
      ...fact(t('expenses.col.reference'), expense.reference, true),
      ...fact(t('expenses.col.supplier'), nameIn(expense, 'supplier')),
      ...fact(t('expenses.col.customer'), nameIn(expense, 'customer')),
      ...fact(t('expenses.col.assigned'), nameOf(expense.assigned)),
    ],
    columns: [
      { label: t('payments.method'), share: 30, kind: 'text', strong: true },
      { label: t('payments.paidOn'), share: 20, kind: 'text' },
      { label: t('payments.note'), share: 30, kind: 'text' },
      { label: t('payments.amount'), share: 20, kind: 'figure' },
    ],
    rows: validPayments.map((payment) => [
      nameIn(payment, 'payment_method'),
      formatDate(payment.paid_on),
      payment.note ?? '',
      formatMoney(payment.amount),
    ]),
    totals: [
      ...(expense.tax > 0 ? [{ label: t('expenses.taxWithin'), value: formatMoney(expense.tax) }] : []),
      { label: t('expenses.col.paid'), value: formatMoney(expense.paid) },
      { label: t('expenses.col.remaining'), value: formatMoney(expense.remaining) },
      { label: t('expenses.col.amount', { currency }), value: formatMoney(expense.amount), final: true },
    ],
    ...(expense.notes ? { notes: { label: t('expenses.col.notes'), value: expense.notes } } : {}),
    signatures: [t('expenses.paper.spentBy'), t('expenses.paper.approvedBy'), t('expenses.paper.receivedBy')],
  };
}
