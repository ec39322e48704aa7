/* Reads document lines from a file or a pasted list: a code, and optionally quantity, cost and discount. Files, headers and numbers are read
   as by the import. */
import { currencyWords } from '@functions/_shared/currency-words.ts';
import { Refusal } from '@functions/_shared/errors.ts';
import { commonMark, decimalMarkOf, type DecimalMark, readNumber } from '@functions/_shared/numbers.ts';
import { becameDay } from '@functions/import/damage.ts';
import { type FieldName, kinds } from '@functions/import/fields.ts';
import { readFile } from '@functions/import/file.ts';
import { fieldOf, findHeader, isRate, suggestMapping } from '@functions/import/heads.ts';
import type { SheetRow } from '@functions/import/sheet.ts';
import { headerKey, withoutGuards } from '@functions/import/text.ts';
import { isOwnCurrency, unitOf } from '@functions/import/units.ts';
import { AppError } from '@/db/errors.ts';
import { canonicalCode } from '@/lib/canonical-code.ts';
import { plus } from '@/lib/money.ts';
import { readCode } from '@/lib/numerals.ts';
import { settings } from '@/lib/settings.ts';
import type { ReadLine, ReadLines, UnreadRow } from './read-lines.ts';

/* Headers of quantities in lists, besides those of an order in an import. */
const quantityHeads = new Set(
  [
    'count|counted|counted quantity|counted qty|quantity counted|actual quantity|received|received quantity|received qty|quantity received',
    'transfer quantity|quantity to transfer|labels|copies|number of labels|no of labels',
    'الكمية المعدودة|المعدود|العدد الفعلي|كمية الجرد|الكمية الفعلية|الكمية المستلمة|الكمية المحولة|عدد الملصقات|عدد النسخ',
  ].flatMap((heads) => heads.split('|').map(headerKey)),
);
/* What a spreadsheet shows for a formula that failed. */
const failedFormula = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)/;
/* A long code in a narrow column; the digits that the spreadsheet dropped are lost, so the code is not guessed. */
const scientific = /^\d(\.\d+)?e\+?\d+$/i;
/* Quantities have up to three decimals. */
const pieces = /^-?\d{1,10}(\.\d{1,3})?$/;

interface Column {
  at: number;
  isPercent: boolean;
}

interface Figures extends Column {
  mark: DecimalMark;
}

interface Layout {
  /** The row of the headers; -1 for a list without. */
  header: number;
  /** The first one that is filled in a row counts. */
  codes: readonly number[];
  quantity: Figures | null;
  cost: Figures | null;
  discount: Figures | null;
}

/** Quantities of a code that occurs twice, in any spelling, are added up. uniqueCodes: only its first row is read, because the user must decide
    between the rows. Errors: those of files, lines_column_twice {columns}, lines_other_currency {column},
    lines_no_quantity {columns}. */
export async function readSheetLines(name: string, bytes: Uint8Array<ArrayBuffer>, uniqueCodes: boolean): Promise<ReadLines> {
  const { currency } = settings();
  const { sheet, separator } = await readFile(name, bytes, { currency }).catch((error: unknown) => {
    if (error instanceof Refusal) throw new AppError(error.code, { values: error.values, cause: error });
    throw error;
  });
  const rows = [...sheet];
  const layout = layoutOf(rows, separator === ';' ? null : '.');
  const byCode = new Map<string, ReadLine>();
  const unread: UnreadRow[] = [];
  let leftOut = 0;
  for (const line of rows.slice(layout.header + 1)) {
    const { row, cells } = line;
    const code = layout.codes.map((at) => readCode(withoutGuards(cells[at] ?? '', true))).find(Boolean) ?? '';
    const quantity = figureOf(line, layout.quantity, layout.quantity && layout.header >= 0 ? '' : '1');
    if (quantity === '' && code !== '') {
      leftOut += 1;
      continue;
    }
    const [cost, discount] = [figureOf(line, layout.cost, ''), figureOf(line, layout.discount, '')];
    const key = canonicalCode(code);
    const before = byCode.get(key);
    const isCode = code !== '' && code.length <= 64 && !/^=/.test(code) && ![scientific, failedFormula].some((form) => form.test(code));
    if (!isCode || becameDay(code) || !pieces.test(quantity ?? '') || cost === null || discount === null || (before && uniqueCodes))
      unread.push({ row, text: cells.filter(Boolean).join(' ') });
    else if (before) byCode.set(key, { ...before, quantity: plus(before.quantity, quantity ?? '') });
    else byCode.set(key, { row, code, quantity: quantity ?? '', cost, discount });
  }
  return { lines: [...byCode.values()], unread, leftOut };
}

/** A row's figure; `otherwise` in an empty cell; null if it cannot be read. */
function figureOf({ cells, numbers }: SheetRow, column: Figures | null, otherwise: string): string | null {
  const cell = column ? withoutGuards(cells[column.at] ?? '', true) : '';
  if (!column || cell === '') return otherwise;
  const isPercent = column.isPercent || /[%٪]/.test(cell);
  const words = isPercent ? new Set(['%']) : currencyWords(settings().currency);
  const number = numbers.includes(column.at) ? cell : readNumber(cell, column.mark, words);
  return number !== null && isPercent ? `${number}%` : number;
}

function layoutOf(rows: readonly SheetRow[], mark: DecimalMark): Layout {
  const header = findHeader(
    rows.slice(0, 15).map(({ cells }) => cells),
    'purchase_orders',
  );
  const heads = rows[header]?.cells ?? [];
  const below = rows.slice(header + 1);
  const { mapping, contested } = suggestMapping(heads, 'purchase_orders', (column) => below.some(({ cells }) => cells[column]?.trim()));
  const columnsOf = (field: FieldName) => [
    ...(mapping.includes(field) ? [mapping.indexOf(field)] : []),
    ...(contested.find((one) => one.field === field)?.columns ?? []),
  ];
  const codes = [...columnsOf('barcode'), ...columnsOf('sku')];
  if (codes.length === 0) {
    const [quantity, cost, discount] = [1, 2, 3].map((at): Column => ({ at, isPercent: false }));
    return { header: -1, codes: [0], ...withMarks(rows, mark, { quantity: quantity!, cost: cost!, discount: discount! }) };
  }
  const named = (columns: readonly number[]) => columns.map((at) => `“${heads[at]?.trim() ?? ''}”`).join(', ');
  const onlyColumn = (field: FieldName, columns = columnsOf(field)): Column | null => {
    const [at] = columns;
    if (columns.length > 1) throw new AppError('lines_column_twice', { values: { columns: named(columns) } });
    if (at === undefined) return null;
    const { currency } = unitOf(heads[at] ?? '');
    if (currency !== null && !isOwnCurrency(currency, settings().currency))
      throw new AppError('lines_other_currency', { values: { column: named([at]) } });
    return { at, isPercent: isRate(heads[at] ?? '', field) };
  };
  const otherQuantities = heads.flatMap((head, at) => (quantityHeads.has(headerKey(head)) ? [at] : []));
  const quantity = onlyColumn('quantity') ?? onlyColumn('quantity', otherQuantities);
  if (!quantity) {
    const columns = heads.flatMap((head, at) => (maybeQuantity(head, at, below) ? [at] : []));
    if (columns.length > 0) throw new AppError('lines_no_quantity', { values: { columns: named(columns) } });
  }
  return { header, codes, ...withMarks(below, mark, { quantity, cost: onlyColumn('unit_cost'), discount: onlyColumn('discount') }) };
}

/** The columns with their decimal marks: of a column's own texts, or else of the others', as in an import. */
function withMarks<Name extends string>(
  rows: readonly SheetRow[],
  otherwise: DecimalMark,
  columns: Record<Name, Column | null>,
): Record<Name, Figures | null> {
  const marksOf = (column: Column | null) =>
    new Set(rows.flatMap(({ cells, numbers }) => (!column || numbers.includes(column.at) ? [] : [decimalMarkOf(cells[column.at] ?? '')])));
  const named = Object.entries<Column | null>(columns).map(([name, column]) => ({ name, column, marks: marksOf(column) }));
  const others = commonMark(new Set(named.flatMap(({ marks }) => [...marks])), otherwise);
  return Object.fromEntries(
    named.map(({ name, column, marks }) => [name, column && { ...column, mark: commonMark(marks, others) }]),
  ) as Record<Name, Figures | null>;
}

/** Whether a column without a known header may hold quantities: small numbers other than the numbers of the rows. */
function maybeQuantity(head: string, at: number, rows: readonly SheetRow[]): boolean {
  if (kinds.some((kind) => ![null, 'quantity'].includes(fieldOf(head, kind)))) return false;
  const texts = rows.map(({ cells }) => cells[at]?.trim() ?? '');
  const figures = texts.filter(Boolean);
  const areRowNumbers = figures.length > 1 && figures.every((text, index) => Number(text) === Number(figures[0]) + index);
  return figures.length > 0 && !areRowNumbers && figures.every((text) => text.length <= 6 && readNumber(text) !== null);
}
