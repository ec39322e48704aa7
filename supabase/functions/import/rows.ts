import { Refusal } from '../_shared/errors.ts';
import { becameDay, mended } from './damage.ts';
import { dayFields, type DayOrder, dayOrderOf, momentFields, readDay, readMoment } from './days.ts';
import { type Cells, type FieldName, fieldsOf, type Kind, kinds, numberFields, percentFields } from './fields.ts';
import { isRate } from './heads.ts';
import { type OptionNames, readOptions } from './options.ts';
import type { SheetRow } from './sheet.ts';
import { type At, columnsByHead, columnsFor, placesOf, systemOf } from './systems.ts';
import {
  bareWord,
  currencyWords,
  decimalMarkOf,
  type DecimalMark,
  headKey,
  holdsTwoPhones,
  isBlank,
  readCode,
  readFlag,
  readMeasure,
  readNumber,
  readPhone,
  readStatus,
  withoutTags,
} from './text.ts';
import { isOwnCurrency, unitOf } from './units.ts';

/** Why nobody can tell what a cell of the file means; the database says so of its row. */
type Unread =
  | 'formula_not_calculated'
  | 'became_date'
  | 'letters_lost'
  | 'text_garbled'
  | 'is_percentage'
  | 'other_currency'
  | 'two_phones'
  | 'more_cells_than_heads';
/** A row as the database takes it: its number in the sheet, a text for each field that says something, and what could not be read. */
export type ImportRow = Omit<Cells, `option${string}`> & { row: number; unread?: Partial<Record<FieldName, Unread>> };
/** What was typed instead of a row's cells; null leaves the row out. */
export type Edits = Record<string, Partial<Record<FieldName, string>> | null>;

export interface Reading {
  kind: Kind;
  /** Gone through more than once. */
  rows: Iterable<SheetRow>;
  /** The row of the heads. */
  header: number;
  mapping: readonly (FieldName | null)[];
  /** The field whose blanks a column fills, where the program that wrote the file may put it there: nobody left the column out. */
  otherwise?: readonly (FieldName | null)[];
  edits?: Edits;
  /** A file that parts its cells with semicolons may well part its decimals with commas: then nothing is assumed. */
  decimalMark: DecimalMark;
  /** Of the business: its words may stand beside a figure. */
  currency?: string;
  /** Of the business: whose day a moment of the file belongs to. */
  timeZone?: string;
  /** What the file calls a place, and the branch that it is; null leaves its stock out. */
  places?: Record<string, string | null>;
  /** Columns whose figures are amounts in the business's currency, and the other one that stands beside them. */
  amounts?: Record<string, string>;
}

const codes: readonly FieldName[] = ['sku', 'barcode', 'tag_number', 'designer_id', 'reference', 'original'];
/** What a row says of a variant, or of a product that has not been named yet. */
const ofVariant: readonly FieldName[] = [
  'name',
  'option1_value',
  'option2_value',
  'option3_value',
  'color',
  'size',
  'sku',
  'barcode',
  'price',
  'price_override',
  'quantity',
];
/** The cells of a whole document: they may be merged, or written in its first row only. */
const ofDocument: Partial<Record<Kind, readonly FieldName[]>> = {
  purchase_orders: ['reference', 'supplier', 'branch', 'ordered_on'],
  sales: ['reference', 'sold_at', 'branch', 'till', 'customer', 'phone', 'email'],
};

/** Where a field's texts stand, and what the head there says of their figures. */
interface Source {
  at: number;
  percent: boolean;
  /** Another currency than the business's. */
  foreign: boolean;
}

interface Column extends Source {
  field: FieldName;
  /** What fills its blanks, the first that says something. */
  otherwise: readonly Source[];
  mark: DecimalMark;
  /** Whose stock it holds, where its head says so. */
  place: string | null;
}

/** What was read of a row so far. */
interface Read {
  cells: Cells;
  /** Fields that the workbook holds as numbers. */
  exact: Set<FieldName>;
  unread: Partial<Record<FieldName, Unread>>;
}

/** One by one, so that a large sheet is never all there twice. In the end the number of the last row, where that is left out as a total: an
    edit of it, even of nothing, takes it as any other. */
export function* readRows({
  kind,
  rows,
  header,
  mapping,
  otherwise = [],
  edits = {},
  decimalMark,
  currency = '',
  timeZone,
  places = {},
  amounts = {},
}: Reading): Generator<ImportRow, number | null> {
  const heads = [...headsOf(rows, header)];
  const words = currencyWords(currency);
  const system = systemOf(heads, kind);
  const keys = heads.map(headKey);
  const placeAt = placesOf(system, heads);
  const marks = marksOf(rows, header, mapping, decimalMark);
  const sourceAt = (at: number, field: FieldName): Source => {
    const head = heads[at] ?? '';
    const { currency: unit } = unitOf(head);
    const foreign = amounts[at] === undefined && currency !== '' && unit !== null && !isOwnCurrency(unit, currency);
    return { at, percent: isRate(head, field), foreign };
  };
  const fillsBlanks = (field: FieldName) => (other: number) => otherwise[other] === field && !mapping[other];
  const columns = mapping.flatMap((field, at): Column[] =>
    field
      ? [
          {
            field,
            ...sourceAt(at, field),
            otherwise: system
              ? columnsFor(system, field, keys)
                  .filter(fillsBlanks(field))
                  .map((other) => sourceAt(other, field))
              : [],
            mark: marks[at] ?? null,
            place: field === 'quantity' ? (placeAt[at] ?? null) : null,
          },
        ]
      : [],
  );
  const own = new Map(
    columns.map(({ field, at, otherwise }) => {
      const taken = [at, ...otherwise.map((other) => other.at)].flatMap((source) => amounts[source] ?? []);
      return [field, taken.length === 0 ? words : new Set([...words, ...taken.map(bareWord)])];
    }),
  );
  const context: Context = {
    words,
    own,
    marks: new Map(columns.map(({ field, mark }) => [field, mark])),
    mark: marks.find(Boolean) ?? decimalMark,
    dayOrder: dayOrderOf(textsOf(rows, header, mapping, [...dayFields, ...momentFields])),
    timeZone,
  };
  const placed = columns.filter(({ place }) => place !== null);
  const plain = columns.filter(({ place }) => place === null);
  if (plain.filter(({ field }) => field === 'quantity').length > 1) throw new Refusal('column_twice', 400, { field: 'quantity' });
  const { width, last } = extentOf(rows, header, heads.length);
  const columnAt = columnsByHead(keys);
  const at =
    ({ cells }: SheetRow): At =>
    (head) =>
      cells[columnAt(head)] ?? '';
  const used = keys.filter((_, column) => mapping[column] ?? otherwise[column]);
  const bySystem = system?.reader?.(function* () {
    for (const row of rows) if (row.row > header) yield [row.row, at(row)] as const;
  }, used);
  const document = ofDocument[kind];
  const grouped = system !== undefined || mapping.includes('group');
  const optionNames = new Map<string, OptionNames>();
  const seen = new Set<string>();
  let lastName = '';
  let lastDocument: Cells = {};
  for (const line of rows) {
    const { row } = line;
    if (row <= header) continue;
    const edit = edits[String(row)];
    if (edit === null) continue;
    if (row === last && !edit && isTotal(line, rows, header, columns)) return row;
    const read = cellsOf(line, plain);
    if (line.cells.length > width) read.unread[plain[0]?.field ?? 'name'] = 'more_cells_than_heads';
    const meant = bySystem ? bySystem(read.cells, at(line), row) : read.cells;
    if (meant === null) continue;
    // What a program's own way of writing made another text is read anew.
    for (const field of read.exact) if (meant[field] !== read.cells[field]) read.exact.delete(field);
    const cells = (read.cells = meant);
    const typed = edit ? trimmed(edit, kind) : {};
    for (const field of Object.keys(typed) as FieldName[]) {
      cells[field] = typed[field];
      read.exact.delete(field);
      delete read.unread[field];
    }
    const group = cells.group ?? '';
    if (Object.values(cells).every((cell) => !cell)) continue;
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
      // Where cells of one product stand in its first row only.
      if (!cells.name && lastName && (cells.color || cells.size)) cells.name = lastName;
      if (cells.name) lastName = cells.name;
    }
    const whole = finish(kind, row, read, optionNames.get(group) ?? optionNamesOf(cells), context);
    if (placed.length === 0) yield whole;
    else yield* atPlaces(whole, line, placed, places, typed.quantity, context);
  }
  return null;
}

/** A row for each place that has some of it, or one without a quantity. */
function* atPlaces(
  row: ImportRow,
  { cells, numbers }: SheetRow,
  columns: readonly Column[],
  places: Record<string, string | null>,
  typed: string | undefined,
  context: Context,
): Generator<ImportRow> {
  let none = true;
  for (const { at, place, mark } of columns) {
    const branch = places[place ?? ''];
    const found = (cells[at] ?? '').trim();
    const read = numbers.includes(at) ? found : readNumber(found, mark, context.words);
    const quantity = typed !== undefined && !/^\d+(\.\d+)?$/.test(read) ? readNumber(typed, mark, context.words) : read;
    if (branch === null || quantity === '' || Number(quantity) === 0) continue;
    none = false;
    yield { ...row, quantity, branch: branch ?? place ?? '' };
  }
  if (none) yield row;
}

const totalWords = new Set(
  ['total', 'totals', 'grand total', 'sum', 'الإجمالي', 'اجمالي', 'المجموع', 'مجموع', 'الاجمالي الكلي', 'summe', 'gesamt'].map(headKey),
);

/** Does the last row only add up those above it? Sure where it says so, names no article by a code, and one of its figures is their sum. */
function isTotal({ row, cells }: SheetRow, rows: Reading['rows'], header: number, columns: readonly Column[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '') ?? '';
  if (first.length > 40 || !totalWords.has(headKey(first))) return false;
  if (columns.some(({ field, at }) => codes.includes(field) && cells[at] && cells[at] !== first)) return false;
  const figure = (text: string | undefined, mark: DecimalMark) => Number(readNumber((text ?? '').trim(), mark) || NaN);
  return columns.some(({ field, at, mark }) => {
    const total = figure(cells[at], mark);
    if (!isNumber.has(field) || Number.isNaN(total)) return false;
    let sum = 0;
    for (const above of rows) if (above.row > header && above.row < row) sum += figure(above.cells[at], mark) || 0;
    return Math.abs(sum - total) < 0.005;
  });
}

function headsOf(rows: Reading['rows'], header: number): readonly string[] {
  for (const { row, cells } of rows) if (row === header) return cells;
  return [];
}

/** The decimal mark of each column: its own texts say it, or those of the others. */
function marksOf(rows: Reading['rows'], header: number, mapping: readonly (FieldName | null)[], otherwise: DecimalMark): DecimalMark[] {
  const columns = mapping.flatMap((field, at) => (field && numberFields.includes(field) ? [at] : []));
  const marks: DecimalMark[] = mapping.map(() => null);
  for (const { row, cells, numbers } of columns.length > 0 ? rows : []) {
    if (row <= header) continue;
    for (const at of columns) {
      const text = cells[at];
      if (text && marks[at] !== '.' && !numbers.includes(at)) marks[at] = decimalMarkOf(text) ?? marks[at]!;
    }
  }
  const others = marks.includes('.') ? '.' : marks.includes(',') ? ',' : otherwise;
  return marks.map((mark) => mark ?? others);
}

/** So many cells a row may have: where a few have more than there are heads, a comma in one of theirs has moved the others. And the last row. */
function extentOf(rows: Reading['rows'], header: number, heads: number): { width: number; last: number } {
  let last = 0;
  let all = 0;
  let wider = 0;
  for (const { row, cells } of rows) {
    if (row <= header) continue;
    last = row;
    all++;
    if (cells.length > heads) wider++;
  }
  return { width: wider * 2 > all ? Infinity : heads, last };
}

function* textsOf(
  rows: Reading['rows'],
  header: number,
  mapping: readonly (FieldName | null)[],
  fields: readonly string[],
): Generator<string> {
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
/** What a program puts around a code so that a spreadsheet keeps its zeros: ="00417". */
const asText = /^=\s*"((?:[^"]|"")*)"$/;
/** Our own exports put an apostrophe before a text that a spreadsheet would run, also behind what it may part cells by. */
const guard = /(^|[;|\t\r\n][\s"]*)'(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Others do so before figures. */
const guardedFigure = /^'(?=[\d٠-٩+(])/;

const isNumber = new Set(numberFields);
const isPercentage = new Set(percentFields);
const isCode = new Set(codes);
const isPhone = new Set<FieldName>(['phone', 'land_line']);
/** What nobody reckons with or finds by: it may begin as a formula does. */
const isFreeText = new Set<FieldName>(['description', 'notes', 'discount_reason']);
/** What programs keep as the text of a page, and is one line here. */
const isOfPage = new Set<FieldName>(['notes', 'address']);
/** What a spreadsheet may have taken for a day. */
const mayBecomeDay = new Set<FieldName>([
  'size',
  'color',
  'sku',
  'barcode',
  'designer_id',
  'tag_number',
  'option1_value',
  'option2_value',
  'option3_value',
]);
const isRead = new Set<FieldName>([
  ...numberFields,
  ...codes,
  ...(dayFields as FieldName[]),
  ...(momentFields as FieldName[]),
  'phone',
  'land_line',
  'email',
  'by_measure',
  'active',
  'status',
]);

function cellsOf({ cells: texts, numbers }: SheetRow, columns: readonly Column[]): Read {
  const read: Read = { cells: {}, exact: new Set(), unread: {} };
  for (const column of columns) {
    const { field } = column;
    const { at, percent, foreign } = texts[column.at] ? column : (column.otherwise.find((other) => texts[other.at]) ?? column);
    const cell = texts[at] ?? '';
    if (cell === '') {
      read.cells[field] = '';
      continue;
    }
    if (numbers.includes(at)) read.exact.add(field);
    const text = tidyAlready.test(cell) ? cell : tidied(field, cell, read);
    read.cells[field] = text;
    if (text === '') continue;
    if (mayBecomeDay.has(field)) {
      // An option is known by what it becomes.
      if (becameDay(text)) read.unread[field.startsWith('option') ? 'size' : field] = 'became_date';
    } else if (isNumber.has(field)) {
      // None of it is none in any unit.
      if (/[1-9١-٩۱-۹]/.test(text)) {
        if (!isPercentage.has(field) && (percent || /[%٪]/.test(text))) read.unread[field] = 'is_percentage';
        else if (foreign) read.unread[field] = 'other_currency';
      }
    } else if (isPhone.has(field) && holdsTwoPhones(text)) read.unread[field] = 'two_phones';
  }
  return read;
}

function tidied(field: FieldName, cell: string, read: Read): string {
  let text = cell.trim();
  const inside = asText.exec(text);
  if (inside) text = (inside[1] ?? '').replaceAll('""', '"').trim();
  else if (!isFreeText.has(field) && /^=(?![=\s])/.test(text)) read.unread[field] = 'formula_not_calculated';
  text = text.replace(guard, '$1');
  if (isNumber.has(field) || isCode.has(field) || isPhone.has(field)) text = text.replace(guardedFigure, '');
  if (field !== 'description') {
    text = text.replace(/\s+/g, ' ').trim();
    if (!isRead.has(field)) {
      const whole = mended(text);
      text = whole.text;
      if (whole.lost) read.unread[field.startsWith('option') ? 'size' : field] = whole.lost;
    }
  }
  return isBlank(text) ? '' : text;
}

function trimmed(edit: Partial<Record<FieldName, string>>, kind: Kind): Cells {
  const fields: readonly string[] = fieldsOf[kind];
  return Object.fromEntries(
    Object.entries(edit).flatMap(([field, text]) =>
      fields.includes(field) && typeof text === 'string' ? [[field, isBlank(text) ? '' : text.trim()]] : [],
    ),
  );
}

const optionNamesOf = (cells: Cells): OptionNames => ({ 1: cells.option1_name, 2: cells.option2_name, 3: cells.option3_name });

interface Context {
  /** What may stand beside a figure: the words of the business's currency. */
  words: ReadonlySet<string>;
  /** And with them, of a field, the word that means nothing there. */
  own: ReadonlyMap<FieldName, ReadonlySet<string>>;
  marks: ReadonlyMap<FieldName, DecimalMark>;
  /** Of a field that no column fills. */
  mark: DecimalMark;
  dayOrder: DayOrder;
  timeZone: string | undefined;
}

function finish(kind: Kind, row: number, { cells, exact, unread }: Read, names: OptionNames, context: Context): ImportRow {
  const answer: Record<string, string | number | object> = { row };
  const options = readOptions(cells, names);
  if (cells.first_name || cells.last_name) cells.name ||= [cells.first_name, cells.last_name].filter(Boolean).join(' ');
  for (const field of told[kind]) {
    let text = cells[field] || (field === 'color' || field === 'size' ? (options[field] ?? '') : '');
    if (text === '') continue;
    if (field === 'description') text = withoutTags(text);
    else if (isOfPage.has(field)) text = withoutTags(text).replace(/\s+/g, ' ');
    // What is longer than anything that can be read is too long for the database too, which says so.
    else if (text.length <= 300 && !(exact.has(field) && isNumber.has(field))) text = readers.get(field)?.(text, context, field) ?? text;
    answer[field] = text;
  }
  if (Object.keys(unread).length > 0) answer.unread = unread;
  return answer as unknown as ImportRow;
}

/** The fields that the database takes. */
const told = Object.fromEntries(
  kinds.map((kind) => [kind, fieldsOf[kind].filter((field) => !/^option|^(?:first|last)_name$/.test(field))]),
) as Record<Kind, FieldName[]>;

/** What a field's texts are read by; those of others stand as they are. Looked up once a cell, of which a sheet has a hundred thousand. */
const readers = new Map<string, (text: string, context: Context, field: FieldName) => string>([
  ...numberFields.map(
    (name) =>
      [
        name,
        (text: string, { words, own, marks, mark }: Context, field: FieldName) =>
          readNumber(text, marks.get(field) ?? mark, own.get(field) ?? words),
      ] as const,
  ),
  ...codes.map((name) => [name, (text: string) => readCode(text, name === 'barcode')] as const),
  ...dayFields.map((name) => [name, (text: string, { dayOrder, timeZone }: Context) => readDay(text, dayOrder, timeZone)] as const),
  ...momentFields.map((name) => [name, (text: string, { dayOrder }: Context) => readMoment(text, dayOrder)] as const),
  ['phone', readPhone],
  ['land_line', readPhone],
  ['email', (text) => text.replace(/^mailto:/i, '')],
  // A number that a program took for a figure.
  ['customer', (text) => text.replace(/^(\d+)\.0+$/, '$1')],
  ['status', readStatus],
  ['active', readFlag],
  ['by_measure', readMeasure],
]);
