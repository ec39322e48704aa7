import { readCode, readDecimal } from '@/lib/numerals.ts';

// Lines copied from a sheet, a mail or a scanner's memory: a code, and perhaps how many.

interface PastedLine {
  code: string;
  quantity: string;
}

export interface PastedLines {
  lines: PastedLine[];
  /** Rows that no code could be read from, as they were written. */
  unread: string[];
}

/* What Excel makes of a long code in a narrow column; the digits it dropped are gone, so it is never guessed. */
const scientific = /^\d(\.\d+)?e\+?\d+$/i;
/* Pieces have three decimals. */
const amount = /^-?\d{1,10}(\.\d{1,3})?$/;

/** Worth reading as lines: more than one row, or a code and a quantity in one. */
export function isListOfLines(text: string): boolean {
  return /[\n\t;]/.test(text.trim());
}

/** The same code twice is one line with the sum, as when it is scanned twice. */
export function parsePastedLines(text: string): PastedLines {
  const byCode = new Map<string, number>();
  const unread: string[] = [];
  for (const row of text.split(/\r\n?|\n/)) {
    if (row.trim() === '') continue;
    const [first = '', ...rest] = row.split(/\t|;/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
    const code = readCode(first);
    const asked = readDecimal(rest.find((cell) => cell !== '') ?? '1') ?? '';
    if (code === '' || code.length > 64 || scientific.test(code) || !amount.test(asked)) unread.push(row.trim());
    else byCode.set(code, Math.round(((byCode.get(code) ?? 0) + Number(asked)) * 1000) / 1000);
  }
  return { lines: [...byCode].map(([code, quantity]) => ({ code, quantity: String(quantity) })), unread };
}
