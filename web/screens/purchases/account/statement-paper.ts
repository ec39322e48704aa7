/* A supplier's statement of account: its rows, and how it reads on paper. */
import type { TFunction } from 'i18next';
import type { StatementEntry, SupplierStatement } from '@/db/purchases.ts';
import type { Row } from '@/db/tables.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import type { PeriodDays } from '@/kit/period-days.ts';
import { currencyWord } from '@/lib/currency.ts';
import { addDays, formatDate } from '@/lib/dates.ts';
import { formatMoney, minus, sum } from '@/lib/money.ts';
import type { Written } from '@/parts/document/paper-of.ts';

/** An entry, or what was owed before the first day. */
export type StatementRow = Omit<StatementEntry, 'kind' | 'purchase_order_id'> & { kind: StatementEntry['kind'] | 'opening'; purchase_order_id?: string };

export const statementRows = ({ opening, entries }: SupplierStatement, { from }: PeriodDays): StatementRow[] => [
  ...(from ? [{ id: 0, day: from, kind: 'opening' as const, number: '', reference: null, payment_method: null, payment_method_ar: null, branch: '', branch_ar: null, amount: 0, owed: opening }] : []),
  ...entries,
];

/** What the supplier is owed more, and what it was paid; null where an entry does neither. */
export const purchased = ({ kind, amount }: StatementRow) => (['order', 'changed', 'closed_short', 'cancelled'].includes(kind) ? amount : null);
export const paid = ({ kind, amount }: StatementRow) => (['payment', 'voided'].includes(kind) ? -amount : null);
/** The supplier's own number, or the way in which it was paid. */
export const details = (row: StatementRow) => (row.payment_method ? nameIn(row, 'payment_method') : purchased(row) === null ? '' : (row.reference ?? ''));
export const totalOf = (rows: readonly StatementRow[], of: typeof paid) => formatMoney(sum(rows.map((row) => of(row) ?? 0)));

const figure = (amount: number | null) => (amount === null ? '' : formatMoney(amount));

interface StatementFacts {
  supplier: Pick<Row<'suppliers'>, 'name' | 'name_ar' | 'land_line'>;
  statement: SupplierStatement;
  days: PeriodDays;
  today: string;
  branches: readonly { name: string; name_ar: string | null }[];
}

export function statementPaper(t: TFunction, { supplier, statement, days, today, branches }: StatementFacts): Written {
  const currency = currencyWord();
  const rows = statementRows(statement, days);
  // Where it has no end, it reaches to now, and to whatever is dated later.
  const last = days.before ? addDays(days.before, -1) : [today, rows.at(-1)?.day ?? today].sort().at(-1)!;
  return {
    title: t('purchases.statement.title'),
    number: nameOf(supplier),
    facts: [
      { label: t('purchases.statement.period'), value: t('period.between', { from: formatDate(rows[0]?.day ?? last), to: formatDate(last) }) },
      { label: t('purchases.statement.branches'), value: branches.map(nameOf).join(t('kit.listComma')) },
      ...(supplier.land_line ? [{ label: t('purchases.paper.supplierPhone'), value: supplier.land_line, code: true }] : []),
    ],
    columns: [
      { label: t('purchases.statement.day'), share: 15, kind: 'text' },
      { label: t('purchases.statement.entry'), share: 18, kind: 'text' },
      { label: t('purchases.col.number'), share: 26, kind: 'code' },
      { label: t('purchases.statement.details'), share: 12, kind: 'text' },
      { label: t('purchases.statement.purchased'), share: 14, kind: 'figure' },
      { label: t('purchases.statement.paid'), share: 14, kind: 'figure' },
      { label: t('purchases.statement.owed', { currency }), share: 15, kind: 'figure', strong: true },
    ],
    rows: rows.map((row) => [formatDate(row.day), t(`purchases.statement.kind.${row.kind}`), row.number, details(row), figure(purchased(row)), figure(paid(row)), formatMoney(row.owed)]),
    totals: [
      { label: t('purchases.statement.kind.opening'), value: formatMoney(statement.opening) },
      { label: t('purchases.statement.purchased'), value: totalOf(rows, purchased) },
      { label: t('purchases.statement.paid'), value: formatMoney(minus(0, sum(rows.map((row) => paid(row) ?? 0)))) },
      { label: t('purchases.statement.closing', { currency }), value: formatMoney(statement.closing), final: true },
    ],
    signatures: [],
  };
}
