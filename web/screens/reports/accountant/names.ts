import type { Account, AccountRow, JournalAccounts, JournalLine } from '@/db/journal.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';

/** The name of an account in the user's language, such as "Tax on sales: VAT 14%". */
export function accountName({ t }: Translation, row: Pick<AccountRow, 'account' | 'key' | 'name' | 'name_ar'>): string {
  const kind = t(`reports.journal.account.${row.account}`);
  const name = row.key === null ? '' : nameOf(row);
  if (name === '') return kind;
  if (row.account === 'money') return name;
  // A category may be called as a payment method is.
  return t('reports.journal.accountOf', { kind: row.account === 'expense' ? t('reports.journal.expense') : kind, name });
}

/** One text for each account, to find it by. */
export const accountKey = ({ account, key }: Account): string => `${account}:${key ?? ''}`;

/** The tax rate of a line, such as "VAT 14%"; '' without one. */
export const taxName = ({ t }: Translation, line: JournalLine): string =>
  line.tax_rate === null ? '' : t('reports.journal.tax', { name: nameIn(line, 'tax_rate'), percent: line.tax_percentage ?? 0 });

/** The first and the last day of the journal: those asked for, or those with lines. */
export const rangeOf = ({ from, to, days }: JournalAccounts) => ({ from: from ?? days[0], to: to ?? days.at(-1) });

/** The line below the title: days, branches and currency; a blank while it loads. */
export function daysOf({ t }: Translation, answer: JournalAccounts | undefined, place: string): string {
  const { from, to } = answer ? rangeOf(answer) : {};
  if (!from || !to) return '\u00a0';
  const days = from === to ? formatDate(from) : t('period.between', { from: formatDate(from), to: formatDate(to) });
  return t('reports.sub', { days, place, currency: currencyWord() });
}

export const contactName = (line: JournalLine): string => nameIn(line, 'customer') || nameIn(line, 'supplier');
