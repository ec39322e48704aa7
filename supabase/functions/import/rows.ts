import { type Cells, type FieldName, fieldsOf, type Kind, kinds, numberFields } from './fields.ts';
import { dayFields, type DayOrder, dayOrderOf, momentFields, readDay, readMoment } from './days.ts';
import { type OptionNames, readOptions } from './options.ts';
import type { SheetRow } from './sheet.ts';
import { currencyWords, decimalMarkOf, type DecimalMark, isBlank, readCode, readFlag, readNumber, readPhone, readStatus, withoutTags } from './text.ts';

/** A row as the database takes it: its number in the sheet, and a text for each field that says something. */
export type ImportRow = Omit<Cells, `option${string}`> & { row: number };
/** What was typed instead of a row's cells; null leaves the row out. */
export type Edits = Record<string, Partial<Record<FieldName, string>> | null>;

export interface Reading {
  kind: Kind;
  /** Gone through more than once. */
  rows: Iterable<SheetRow>;
  /** The row of the heads. */
  header: number;
  mapping: readonly (FieldName | null)[];
  edits?: Edits;
  /** A file that parts its cells with semicolons may well part its decimals with commas: then nothing is assumed. */
  decimalMark: DecimalMark;
  /** Of the business: its words may stand beside a figure. */
  currency?: string;
}

const codes: readonly FieldName[] = ['sku', 'barcode', 'tag_number', 'designer_id'];
const ofVariant: readonly FieldName[] = [
  'option1_value', 'option2_value', 'option3_value', 'color', 'size', 'sku', 'barcode', 'price', 'price_override', 'quantity'];
/** The cells of a whole document: they may be merged, or written in its first row only. */
const ofDocument: Partial<Record<Kind, readonly FieldName[]>> = {
  purchase_orders: ['reference', 'supplier', 'branch', 'ordered_on'],
  sales: ['reference', 'sold_at', 'branch', 'till', 'customer', 'phone', 'email'],
};

/** One by one, so that a large sheet is never all there twice. */
export function* readRows({ kind, rows, header, mapping, edits = {}, decimalMark, currency = '' }: Reading): Generator<ImportRow> {
  const own = currencyWords(currency);
  const mark = decimalMarkOf(textsOf(rows, header, mapping, numberFields), decimalMark);
  const dayOrder = dayOrderOf(textsOf(rows, header, mapping, [...dayFields, ...momentFields]));
  const document = ofDocument[kind];
  const grouped = mapping.includes('group');
  const columns = mapping.flatMap((field, at) => (field ? [{ field, at }] : []));
  const optionNames = new Map<string, OptionNames>();
  const seen = new Set<string>();
  let lastName = '';
  let lastDocument: Cells = {};
  for (const { row, cells: texts } of rows) {
    if (row <= header) continue;
    const edit = edits[String(row)];
    if (edit === null) continue;
    const cells = cellsOf(texts, columns);
    if (edit) Object.assign(cells, trimmed(edit, kind));
    const group = cells.group ?? '';
    if (Object.values(cells).every((cell) => cell === '')) continue;
    if (document) {
      if (document.every((field) => !cells[field])) Object.assign(cells, lastDocument);
      else lastDocument = Object.fromEntries(document.map((field) => [field, cells[field] ?? '']));
    } else if (grouped && group !== '') {
      // A web shop's export goes on with rows that hold only a further picture.
      if (seen.has(group) && ofVariant.every((field) => !cells[field])) continue;
      seen.add(group);
      const names = optionNames.get(group) ?? {};
      for (const nth of [1, 2, 3] as const) names[nth] = cells[`option${nth}_name`] || names[nth];
      optionNames.set(group, names);
    } else if (!grouped) {
      // Where cells of one product were merged, only its first row has the name.
      if (!cells.name && lastName && (cells.color || cells.size)) cells.name = lastName;
      if (cells.name) lastName = cells.name;
    }
    yield finish(kind, row, cells, optionNames.get(group) ?? optionNamesOf(cells), mark, dayOrder, own);
  }
}

function* textsOf(rows: Reading['rows'], header: number, mapping: readonly (FieldName | null)[], fields: readonly string[]): Generator<string> {
  const columns = mapping.flatMap((field, at) => (field && fields.includes(field) ? [at] : []));
  if (columns.length === 0) return;
  for (const { row, cells } of rows) {
    if (row <= header) continue;
    for (const column of columns) {
      const text = cells[column];
      if (text) yield text;
    }
  }
}

/** Words with one blank between them: nothing to tidy in most of the cells. */
const tidyAlready = /^[\w.,/#+-]+(?: [\w.,/#+-]+)*$|^[\w\u0621-\u064a]+(?: [\w\u0621-\u064a]+)*$/;

function cellsOf(row: readonly string[], columns: readonly { field: FieldName; at: number }[]): Cells {
  const cells: Cells = {};
  for (const { field, at } of columns) {
    const cell = row[at] ?? '';
    if (tidyAlready.test(cell)) {
      cells[field] = cell;
      continue;
    }
    // Our own exports put an apostrophe before a text that a spreadsheet would run, also behind what it may part cells by.
    const text = cell.replace(/(^|[;|\t\r\n][\s"]*)'(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, '$1');
    const tidy = field === 'description' ? text.trim() : text.replace(/\s+/g, ' ').trim();
    cells[field] = isBlank(tidy) ? '' : tidy;
  }
  return cells;
}

function trimmed(edit: Partial<Record<FieldName, string>>, kind: Kind): Cells {
  const fields: readonly string[] = fieldsOf[kind];
  return Object.fromEntries(Object.entries(edit).flatMap(([field, text]) =>
    fields.includes(field) && typeof text === 'string' ? [[field, isBlank(text) ? '' : text.trim()]] : []));
}

const optionNamesOf = (cells: Cells): OptionNames => ({ 1: cells.option1_name, 2: cells.option2_name, 3: cells.option3_name });

function finish(kind: Kind, row: number, cells: Cells, names: OptionNames, mark: DecimalMark, dayOrder: DayOrder, own: ReadonlySet<string>): ImportRow {
  const answer: Record<string, string | number> = { row };
  const options = readOptions(cells, names);
  for (const field of told[kind]) {
    let text = cells[field] || (field === 'color' || field === 'size' ? (options[field] ?? '') : '');
    if (text === '') continue;
    if (field === 'description') text = withoutTags(text);
    // What is longer than anything that can be read is too long for the database too, which says so.
    else if (text.length <= 300) text = readers.get(field)?.(text, mark, dayOrder, own) ?? text;
    answer[field] = text;
  }
  return answer as ImportRow;
}

/** The fields that the database takes. */
const told = Object.fromEntries(kinds.map((kind) => [kind, fieldsOf[kind].filter((field) => !field.startsWith('option'))])) as Record<Kind, FieldName[]>;

/** What a field's texts are read by; those of others stand as they are. Looked up once a cell, of which a sheet has a hundred thousand. */
const readers = new Map<string, (text: string, mark: DecimalMark, dayOrder: DayOrder, own: ReadonlySet<string>) => string>([
  ...numberFields.map((field) => [field, (text: string, mark: DecimalMark, _order: DayOrder, own: ReadonlySet<string>) => readNumber(text, mark, own)] as const),
  ...codes.map((field) => [field, (text: string) => readCode(text, field === 'barcode')] as const),
  ...dayFields.map((field) => [field, (text: string, _mark: DecimalMark, dayOrder: DayOrder) => readDay(text, dayOrder)] as const),
  ...momentFields.map((field) => [field, (text: string, _mark: DecimalMark, dayOrder: DayOrder) => readMoment(text, dayOrder)] as const),
  ['phone', readPhone],
  ['land_line', readPhone],
  ['email', (text) => text.replace(/^mailto:/i, '')],
  // A number that a program took for a figure.
  ['customer', (text) => text.replace(/^(\d+)\.0+$/, '$1')],
  ['status', readStatus],
  ['active', readFlag],
]);
