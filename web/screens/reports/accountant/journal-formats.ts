/* The journal as other programs import it. Their imports take some hundred lines at a time and ask for a name on each line of
   receivables and payables, so each day is one entry: what its documents come to for each account, tax rate, and customer or supplier
   who owes or is owed. */
import type { Account, JournalLine } from '@/db/journal.ts';
import { compare, isZero, minus, plus } from '@/lib/money.ts';
import type { SheetColumn } from '@/lib/sheet.ts';

/** A line of a day's entry; an amount is in one of the two columns, the other one is empty. */
export interface DayLine {
  day: string;
  /** Of the entry: 20261031, or 20261031-ZAM. */
  number: string;
  /** Whether it is the first of its entry. */
  isFirst: boolean;
  account: string;
  contact: string;
  tax: string;
  debit: string;
  credit: string;
}

const ofContacts: readonly Account['account'][] = ['receivables', 'payables', 'expenses_due'];

/** `key`: what makes it one account in the other program. */
interface Names {
  key: (line: JournalLine) => string;
  account: (line: JournalLine) => string;
  contact: (line: JournalLine) => string;
  tax: (line: JournalLine) => string;
}

/** The entry of a day; without lines if its documents come to nothing. place: of the number, if only one branch was asked for. */
export function entryOfDay(day: string, place: string, lines: readonly JournalLine[], names: Names): DayLine[] {
  const sums = new Map<string, { account: string; contact: string; tax: string; amount: string }>();
  for (const line of lines) {
    const contact = ofContacts.includes(line.account) ? names.contact(line) : '';
    const [account, tax] = [names.account(line), names.tax(line)];
    const key = JSON.stringify([names.key(line), tax, contact]);
    const before = sums.get(key);
    sums.set(key, { account, contact, tax, amount: plus(before?.amount ?? 0, line.amount) });
  }
  return [...sums.values()]
    .filter(({ amount }) => !isZero(amount))
    .map(({ amount, ...line }, index) => ({
      day,
      number: `${day.replaceAll('-', '')}${place}`,
      isFirst: index === 0,
      ...line,
      debit: compare(amount, 0) > 0 ? amount : '',
      credit: compare(amount, 0) < 0 ? minus(0, amount) : '',
    }));
}

type Format = readonly SheetColumn<DayLine>[];
const text = (header: string, value: (line: DayLine) => string): SheetColumn<DayLine> => ({ header, value, kind: 'text' });
const amounts = (debit: string, credit: string): Format => [
  // Exact, also where a document has more decimals than the currency has now.
  { header: debit, value: (line) => line.debit, kind: 'number' },
  { header: credit, value: (line) => line.credit, kind: 'number' },
];
/** Month first, as QuickBooks Online proposes. */
const monthFirst = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/** The columns of each program's import, by its own names. */
export const formats = {
  // Accounting → Journal entries → Import records: the fields by their technical names, the same in all languages; those of the entry
  // only on its first line.
  odoo: [
    text('ref', (line) => (line.isFirst ? line.number : '')),
    text('date', (line) => (line.isFirst ? line.day : '')),
    text('line_ids/account_id', (line) => line.account),
    text('line_ids/partner_id', (line) => line.contact),
    text('line_ids/name', (line) => line.tax),
    ...amounts('line_ids/debit', 'line_ids/credit'),
  ],
  // Accountant → Manual journals → Import journals.
  'zoho-books': [
    text('Journal Date', (line) => line.day),
    text('Journal Number Prefix', () => ''),
    text('Journal Number Suffix', (line) => line.number),
    text('Reference Number', (line) => line.number),
    text('Account', (line) => line.account),
    text('Description', (line) => line.tax),
    text('Contact Name', (line) => line.contact),
    ...amounts('Debit', 'Credit'),
  ],
  // Settings → Import data → Journal entries.
  'quickbooks-online': [
    text('Journal No', (line) => line.number),
    text('Journal Date', (line) => monthFirst(line.day)),
    text('Account Name', (line) => line.account),
    ...amounts('Debits', 'Credits'),
    text('Description', (line) => line.tax),
    text('Name', (line) => line.contact),
  ],
} as const satisfies Record<string, Format>;
