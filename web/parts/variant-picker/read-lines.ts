/* Reads document lines from the rows of a sheet, a mail or a scanner's memory: a code, and optionally quantity, cost and discount. */
import { AppError } from '@/db/errors.ts';
import { canonicalCode } from '@/lib/canonical-code.ts';
import { plus } from '@/lib/money.ts';
import { readCode, readDecimal } from '@/lib/numerals.ts';
import { NoSheet, rowsOfBytes, rowsOfText, UnreadableWorkbook } from '@/lib/sheet.ts';

interface Read {
  /** The row number in the sheet. */
  row: number;
}

export interface ReadLine extends Read {
  code: string;
  quantity: string;
  cost: string;
  discount: string;
}

export interface UnreadRow extends Read {
  text: string;
}

export interface ReadLines {
  lines: readonly ReadLine[];
  /** Rows that could not be read, as written. */
  unread: readonly UnreadRow[];
}

const heads = {
  code: /barcode|sku|\bcode\b|باركود|كود/i,
  quantity: /qty|quantity|pieces|count|كمية|الكميه|عدد|القطع/i,
  cost: /cost|price|تكلفة|التكلفه|سعر/i,
  discount: /discount|خصم/i,
} as const;
type Part = keyof typeof heads;
const parts = Object.keys(heads) as Part[];

/* Excel's display of a long code in a narrow column; the digits it dropped are lost, so the code is not guessed. */
const scientific = /^\d(\.\d+)?e\+?\d+$/i;
/* Quantities have up to three decimals. */
const pieces = /^-?\d{1,10}(\.\d{1,3})?$/;

/** Finds the columns by their heads in English or Arabic; null without a head for the code. */
function columnsOf([first = [], ...rest]: readonly (readonly string[])[]): Record<Part, number> | null {
  const usedColumns = new Set<number>();
  const found = parts.map((part) => {
    const index = first.findIndex((cell, place) => !usedColumns.has(place) && heads[part].test(cell));
    if (index >= 0) usedColumns.add(index);
    return [part, index] as const;
  });
  const columns = Object.fromEntries(found) as Record<Part, number>;
  // Numbers in the column after the code are quantities, whatever its head says.
  if (
    columns.code === 0 &&
    columns.quantity < 0 &&
    !usedColumns.has(1) &&
    rest.every(([, secondCell = '']) => secondCell === '' || readDecimal(secondCell) !== null)
  )
    columns.quantity = 1;
  return columns.code >= 0 ? columns : null;
}

/** `once`: a code that occurs twice, in any spelling, is not read, because the user must decide between the rows; otherwise its
    quantities are added up. */
export function linesOf(rows: readonly (readonly string[])[], mergeDuplicates = false): ReadLines {
  const filled = rows.map((cells, index) => ({ cells, row: index + 1 })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const named = columnsOf(filled.map(({ cells }) => cells));
  const columns = named ?? { code: 0, quantity: 1, cost: 2, discount: 3 };
  const byCode = new Map<string, ReadLine>();
  const unread: UnreadRow[] = [];
  for (const { cells, row } of named ? filled.slice(1) : filled) {
    const cell = (part: Part) => (columns[part] < 0 ? '' : (cells[columns[part]] ?? '').trim());
    // The app's own exports mark text that a spreadsheet would run as a formula.
    const code = readCode(cell('code')).replace(/^'/, '');
    const figure = (part: Part, otherwise: string) => (cell(part) === '' ? otherwise : readDecimal(cell(part)));
    const [quantity, cost, discount] = [figure('quantity', '1'), figure('cost', ''), figure('discount', '')];
    const key = canonicalCode(code);
    const before = byCode.get(key);
    const known = code !== '' && code.length <= 64 && !scientific.test(code);
    if (!known || !pieces.test(quantity ?? '') || quantity === null || cost === null || discount === null || (mergeDuplicates && before))
      unread.push({ row, text: cells.filter(Boolean).join(' ') });
    else byCode.set(key, before ? { ...before, quantity: plus(before.quantity, quantity) } : { row, code, quantity, cost, discount });
  }
  return { lines: [...byCode.values()], unread };
}

/** Whether a text is a list: several rows, or a code with a quantity. */
export const isListOfLines = (text: string): boolean => /[\n\t;]/.test(text.trim());

export const linesOfText = (text: string, mergeDuplicates?: boolean): ReadLines => linesOf(rowsOfText(text), mergeDuplicates);

export async function linesOfFile(file: File, mergeDuplicates?: boolean): Promise<ReadLines> {
  const bytes = await file.arrayBuffer().catch((cause: unknown) => Promise.reject(new AppError('file_changed', { cause })));
  const rows = await rowsOfBytes(new Uint8Array(bytes)).catch((error: unknown) => {
    if (error instanceof NoSheet) throw new AppError('file_not_a_sheet', { cause: error });
    throw error instanceof UnreadableWorkbook ? new AppError(error.reason, { cause: error }) : error;
  });
  const read = linesOf(rows, mergeDuplicates);
  if (read.lines.length + read.unread.length === 0) throw new AppError('file_no_lines');
  return read;
}
