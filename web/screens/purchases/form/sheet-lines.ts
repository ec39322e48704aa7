/* A sheet's rows as lines of an order: code, quantity, and where it has them cost and discount. */
import { readCode, readDecimal } from '@/lib/numerals.ts';

interface SheetLine {
  /** As the sheet numbers it. */
  row: number;
  code: string;
  quantity: string;
  cost: string;
  discount: string;
}

export interface SheetLines {
  lines: SheetLine[];
  /** Rows that no line could be read from, as they were written. */
  unread: { row: number; text: string }[];
}

const heads = {
  code: /barcode|sku|\bcode\b|باركود|كود/i,
  quantity: /qty|quantity|pieces|count|كمية|الكميه|عدد|القطع/i,
  cost: /cost|price|تكلفة|التكلفه|سعر/i,
  discount: /discount|خصم/i,
} as const;
type Part = keyof typeof heads;
const parts = Object.keys(heads) as Part[];

/* What a sheet makes of a long code in a narrow column; the digits it dropped are gone, so it is never guessed. */
const scientific = /^\d(\.\d+)?e\+?\d+$/i;

/** Columns by their heads, in either language; without heads in the order code, quantity, cost, discount. */
function columnsOf(first: readonly string[]): Record<Part, number> | null {
  const taken = new Set<number>();
  const found = parts.map((part) => {
    const at = first.findIndex((cell, place) => !taken.has(place) && heads[part].test(cell));
    if (at >= 0) taken.add(at);
    return [part, at] as const;
  });
  const columns = Object.fromEntries(found) as Record<Part, number>;
  return columns.code >= 0 ? columns : null;
}

export function sheetLines(rows: readonly (readonly string[])[]): SheetLines {
  const filled = rows.map((cells, at) => ({ cells, row: at + 1 })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const named = columnsOf(filled[0]?.cells ?? []);
  const columns = named ?? { code: 0, quantity: 1, cost: 2, discount: 3 };
  const byCode = new Map<string, SheetLine>();
  const unread: SheetLines['unread'] = [];
  for (const { cells, row } of named ? filled.slice(1) : filled) {
    const cell = (part: Part) => (columns[part] < 0 ? '' : (cells[columns[part]] ?? '').trim());
    const code = readCode(cell('code')).replace(/^'/, '');
    const figure = (part: Part, otherwise: string) => (cell(part) === '' ? otherwise : readDecimal(cell(part)));
    const [quantity, cost, discount] = [figure('quantity', '1'), figure('cost', ''), figure('discount', '')];
    // The same code twice says two things of one line: which one is meant is a person's to say.
    if (code === '' || scientific.test(code) || quantity === null || cost === null || discount === null || byCode.has(code)) unread.push({ row, text: cells.filter(Boolean).join(' ') });
    else byCode.set(code, { row, code, quantity, cost, discount });
  }
  return { lines: [...byCode.values()], unread };
}
