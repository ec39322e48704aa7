/* The statement of a supplier's or customer's account: its rows, and their layout on paper. */
import type { TFunction } from 'i18next';
import type { Named } from '@/db/plain-rows.ts';
import type { AccountStatement, StatementEntry } from '@/db/statements.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { addDays, formatDate } from '@/lib/dates.ts';
import { formatMoney, minus, sum } from '@/lib/money.ts';
import type { PeriodDays } from '@/list/period-days.ts';
import type { Written } from '@/parts/document/paper-of.ts';

/** An entry, or the opening balance. */
export type StatementRow = Omit<StatementEntry, 'kind'> & { kind: StatementEntry['kind'] | 'opening' };

/** The supplier or customer. */
export interface Party extends Pick<Named, 'name' | 'name_ar'> {
  side: 'supplier' | 'customer';
  phone: string | null;
}

export const statementRows = ({ opening, entries }: AccountStatement, { from }: PeriodDays): StatementRow[] => [
  ...(from
    ? [
        {
          id: 0,
          day: from,
          kind: 'opening' as const,
          number: '',
          reference: null,
          payment_method: null,
          payment_method_ar: null,
          branch: '',
          branch_ar: null,
          amount: 0,
          owed: opening,
        },
      ]
    : []),
  ...entries,
];

const WEIGHTLESS = ['opening', 'receipt', 'receipt_undone'];
const isPayment = (kind: string) => kind === 'voided' || /^(payment|refund)/.test(kind);
/** `charged`: the amount that an entry adds to the debt; `paid`: the amount paid. Null where an entry does not do so. */
export const charged = ({ kind, amount }: StatementRow) => (isPayment(kind) || WEIGHTLESS.includes(kind) ? null : amount);
export const paid = ({ kind, amount }: StatementRow) => (isPayment(kind) ? -amount : null);
/** The payment method, or the other party's reference. */
export const details = (row: StatementRow) =>
  row.payment_method ? nameIn(row, 'payment_method') : WEIGHTLESS.includes(row.kind) ? '' : (row.reference ?? '');
export const totalOf = (rows: readonly StatementRow[], of: typeof paid) => formatMoney(sum(rows.map((row) => of(row) ?? 0)));

const figure = (amount: number | null) => (amount === null ? '' : formatMoney(amount));

interface StatementFacts {
  party: Party;
  statement: AccountStatement;
  days: PeriodDays;
  today: string;
  branches: readonly { name: string; name_ar: string | null }[];
}

export function statementPaper(t: TFunction, { party, statement, days, today, branches }: StatementFacts): Written {
  const currency = currencyWord();
  const rows = statementRows(statement, days);
  // An open-ended period ends today, or with its last later entry.
  const last = days.before ? addDays(days.before, -1) : [today, rows.at(-1)?.day ?? today].sort().at(-1)!;
  return {
    title: t('account.statement.title'),
    number: nameOf(party),
    facts: [
      {
        label: t('account.statement.period'),
        value: t('period.between', { from: formatDate(rows[0]?.day ?? last), to: formatDate(last) }),
      },
      { label: t('account.statement.branches'), value: branches.map(nameOf).join(t('kit.listComma')) },
      ...(party.phone
        ? [
            {
              label: t(party.side === 'supplier' ? 'purchases.paper.supplierPhone' : 'sales.paper.customerPhone'),
              value: party.phone,
              code: true,
            },
          ]
        : []),
    ],
    columns: [
      { label: t('account.statement.day'), share: 15, kind: 'text' },
      { label: t('account.statement.entry'), share: 18, kind: 'text' },
      { label: t('account.statement.number'), share: 31, kind: 'code' },
      { label: t('account.statement.details'), share: 12, kind: 'text' },
      { label: t(`account.statement.charged.${party.side}`), share: 14, kind: 'figure' },
      { label: t('account.statement.paid'), share: 14, kind: 'figure' },
      { label: t('account.statement.owed', { currency }), share: 15, kind: 'figure', strong: true },
    ],
    rows: rows.map((row) => [
      formatDate(row.day),
      t(`account.statement.kind.${row.kind}`),
      row.number,
      details(row),
      figure(charged(row)),
      figure(paid(row)),
      formatMoney(row.owed),
    ]),
    totals: [
      { label: t('account.statement.kind.opening'), value: formatMoney(statement.opening) },
      { label: t(`account.statement.charged.${party.side}`), value: totalOf(rows, charged) },
      { label: t('account.statement.paid'), value: formatMoney(minus(0, sum(rows.map((row) => paid(row) ?? 0)))) },
      { label: t('account.statement.closing', { currency }), value: formatMoney(statement.closing), final: true },
    ],
    signatures: [],
  };
}
