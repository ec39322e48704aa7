import { currencyWords } from '../_shared/currency-words.ts';
import { Refusal } from '../_shared/errors.ts';
import { bareWord, commonMark, decimalMarkOf, type DecimalMark, readNumber } from '../_shared/numbers.ts';
import { becameDay, mended } from './damage.ts';
import { dayFields, type DayOrder, dayOrderOf, momentFields, readDay, readMoment } from './days.ts';
import { type Cells, type FieldName, fieldsOf, type Kind, kinds, numberFields, percentFields, type Unread } from './fields.ts';
import { isRate } from './heads.ts';
import { type OptionNames, readOptions } from './options.ts';
import type { SheetRow } from './sheet.ts';
import { columnsByHeader, columnsFor, placesOf, systemOf } from './systems.ts';
import type { Adapted, CellByHeader } from './systems/helpers.ts';
import {
  headerKey,
  holdsTwoPhones,
  isBlank,
  readCode,
  readFlag,
  readMeasure,
  readPhone,
  readStatus,
  withoutGuards,
  withoutTags,
} from './text.ts';
import { isOwnCurrency, unitOf } from './units.ts';

/** A row as the database takes it: its number in the sheet, a text for each non-empty field, and the cells that could not be read. */
export type ImportRow = Omit<Cells, `option${string}`> & { row: number; unread?: Partial<Record<FieldName, Unread>> };
/** The user's edits by row number; null leaves the row out. */
export type Edits = Record<string, Partial<Record<FieldName, string>> | null>;

export interface Reading {
  kind: Kind;
  /** Iterated more than once. */
  rows: Iterable<SheetRow>;
  /** The number of the header row. */
  header: number;
  mapping: readonly (FieldName | null)[];
  /** For each column, the field whose blank cells it fills, as the program that wrote the file uses it. */
  otherwise?: readonly (FieldName | null)[];
  edits?: Edits;
  /** The default decimal mark; null for files separated by semicolons, where decimals may well have commas. */
  decimalMark: DecimalMark;
  /** The business's currency, whose names may be next to a figure. */
  currency?: string;
  /** The business's time zone, which decides the day of a timestamp. */
  timeZone?: string;
  /** The branch of each place named in the file; null leaves its stock out. */
  places?: Record<string, string | null>;
  /** Columns with figures in the business's currency, with the other currency that the file gives for them. */
  amounts?: Record<string, string>;
  /** Called for each row left out because of its state in the other program: cancelled, refunded. */
  onLeftOut?: (row: number, state: string) => void;
}

const codes: readonly FieldName[] = ['sku', 'barcode', 'tag_number', 'designer_id', 'tax_number', 'reference', 'original'];
/** Fields of a variant, with the name of the product: a row without any of them adds no variant. */
const variantFields: readonly FieldName[] = [
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
/** Fields of a whole document, whose cells may be merged or filled in its first row only. */
const documentFields: Partial<Record<Kind, readonly FieldName[]>> = {
  purchase_orders: ['reference', 'supplier', 'branch', 'ordered_on'],
  sales: ['reference', 'sold_at', 'branch', 'till', 'customer', 'phone', 'email'],
};

/** The column of a field's texts, and the unit its head names. */
interface Source {
  at: number;
  percent: boolean;
  /** The head names a currency other than the business's. */
  foreign: boolean;
}

interface Column extends Source {
  field: FieldName;
  /** Columns that fill its blank cells; the first non-empty one counts. */
  otherwise: readonly Source[];
  mark: DecimalMark;
  /** The place whose stock it holds, if its head names one. */
  place: string | null;
}

/** A row while it is being read. */
interface Read {
  cells: Cells;
  /** Fields whose cells are numbers in the workbook. */
  exact: Set<FieldName>;
  unread: Partial<Record<FieldName, Unread>>;
}

/** Yields rows one by one, so that a large sheet is never in memory twice. Returns the number of the last row if it is left out as a
    total; any edit of it, even an empty one, includes it. */
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
  onLeftOut = () => {},
}: Reading): Generator<ImportRow, number | null> {
  const heads = [...headsOf(rows, header)];
  const words = new Set([...currencyWords(currency), '%']);
  const system = systemOf(heads, kind);
  const keys = heads.map(headerKey);
  const placeAt = placesOf(system, heads);
  const { marks, width, last } = surveyOf(rows, header, heads.length, mapping, decimalMark);
  const sourceAt = (index: number, field: FieldName): Source => {
    const head = heads[index] ?? '';
    const { currency: unit } = unitOf(head);
    const foreign = amounts[index] === undefined && currency !== '' && unit !== null && !isOwnCurrency(unit, currency);
    return { at: index, percent: isRate(head, field), foreign };
  };
  const fillsBlanks = (field: FieldName) => (other: number) => otherwise[other] === field && !mapping[other];
  const columns = mapping.flatMap((field, index): Column[] =>
    field
      ? [
          {
            field,
            ...sourceAt(index, field),
            otherwise: system
              ? columnsFor(system, field, keys)
                  .filter(fillsBlanks(field))
                  .map((other) => sourceAt(other, field))
              : [],
            mark: marks[index] ?? null,
            place: field === 'quantity' ? (placeAt[index] ?? null) : null,
          },
        ]
      : [],
  );
  const wordsByField = new Map(
    columns.map(({ field, at, otherwise }) => {
      const taken = [at, ...otherwise.map((other) => other.at)].flatMap((source) => amounts[source] ?? []);
      return [field, taken.length === 0 ? words : new Set([...words, ...taken.map(bareWord)])];
    }),
  );
  const context: Context = {
    words,
    wordsByField,
    marks: new Map(columns.map(({ field, mark }) => [field, mark])),
    mark: marks.find(Boolean) ?? decimalMark,
    dayOrder: dayOrderOf(textsOf(rows, header, mapping, [...dayFields, ...momentFields])),
    timeZone,
  };
  const placed = columns.filter(({ place }) => place !== null);
  const plain = columns.filter(({ place }) => place === null);
  if (plain.filter(({ field }) => field === 'quantity').length > 1) throw new Refusal('column_twice', 400, { field: 'quantity' });
  const columnAt = columnsByHeader(keys);
  const cellOf =
    ({ cells }: SheetRow): CellByHeader =>
    (head) =>
      cells[columnAt(head)] ?? '';
  const used = keys.filter((_, column) => mapping[column] ?? otherwise[column]);
  const bySystem = system?.reader?.(
    function* () {
      for (const row of rows) if (row.row > header) yield [row.row, cellOf(row)] as const;
    },
    used,
    {
      figure: (text, field) => numberIn(text.trim(), context, field),
      moment: (text) => readMoment(text, context.dayOrder),
      decimals: decimalsOf(currency),
      leaveOut: onLeftOut,
    },
  );
  const document = documentFields[kind];
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
    if (row === last && !edit && isTotal(line, rows, header, columns, words)) return row;
    const read = cellsOf(line, plain);
    if (line.cells.length > width) read.unread[plain[0]?.field ?? 'name'] = 'more_cells_than_heads';
    const adapted = bySystem ? bySystem(read.cells, cellOf(line), row) : read.cells;
    if (adapted === null) continue;
    const { plain: figures = [], unread = {}, ...cells }: Adapted = adapted;
    // A text that the system's reader changed is no longer a number of the workbook.
    for (const field of read.exact) if (cells[field] !== read.cells[field]) read.exact.delete(field);
    for (const field of figures) {
      read.exact.add(field);
      // The reader has made an amount of it.
      if (read.unread[field] === 'is_percentage') delete read.unread[field];
    }
    Object.assign(read.unread, unread);
    read.cells = cells;
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
      // Later rows of a product in a web shop's export may hold only another picture.
      if (seen.has(group) && variantFields.every((field) => !cells[field])) continue;
      seen.add(group);
      const names = optionNames.get(group) ?? {};
      for (const nth of [1, 2, 3] as const) names[nth] = cells[`option${nth}_name`] || names[nth];
      optionNames.set(group, names);
    } else if (!grouped) {
      // The name may be filled in the product's first row only.
      if (!cells.name && lastName && (cells.color || cells.size)) cells.name = lastName;
      if (cells.name) lastName = cells.name;
    }
    const whole = finish(kind, row, read, optionNames.get(group) ?? optionNamesOf(cells), context);
    if (placed.length === 0) yield whole;
    else yield* splitByPlace(whole, line, placed, places, typed.quantity, context);
  }
  return null;
}

const decimalsOf = (currency: string): number =>
  currency === '' ? 2 : (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2);

/** Yields a row for each place with stock, or one row without a quantity if no place has any. */
function* splitByPlace(
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
    const isTyped = typed !== undefined && !/^\d+(\.\d+)?$/.test(read ?? '');
    const number = isTyped ? readNumber(typed, mark, context.words) : read;
    const quantity = number ?? (isTyped ? typed : found);
    if (branch === null || quantity === '' || Number(quantity) === 0) continue;
    none = false;
    const unread = number === null && isPlain(quantity) ? { unread: { ...row.unread, quantity: 'number_invalid' as const } } : {};
    yield { ...row, quantity, branch: branch ?? place ?? '', ...unread };
  }
  if (none) yield row;
}

const totalWords = new Set(
  ['total', 'totals', 'grand total', 'sum', 'الإجمالي', 'اجمالي', 'المجموع', 'مجموع', 'الاجمالي الكلي', 'summe', 'gesamt'].map(headerKey),
);

/** Whether the last row is a total: it begins with a word for it, has no code, and one of its figures is the sum of those above. */
function isTotal(
  { row, cells }: SheetRow,
  rows: Reading['rows'],
  header: number,
  columns: readonly Column[],
  words: ReadonlySet<string>,
): boolean {
  const first = cells.find((cell) => cell.trim() !== '') ?? '';
  if (first.length > 40 || !totalWords.has(headerKey(first))) return false;
  if (columns.some(({ field, at }) => codes.includes(field) && cells[at] && cells[at] !== first)) return false;
  const figure = (text: string | undefined, mark: DecimalMark) => Number(readNumber((text ?? '').trim(), mark, words) ?? NaN);
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

/** Facts that need all rows: the decimal mark of each column, detected from its own texts or else from those of the others, null if they
    disagree; the last row; and the number of cells a row may have: if only a few rows have more cells than heads, a stray comma has
    shifted theirs. */
function surveyOf(
  rows: Reading['rows'],
  header: number,
  heads: number,
  mapping: readonly (FieldName | null)[],
  otherwise: DecimalMark,
): { marks: DecimalMark[]; width: number; last: number } {
  const columns = mapping.flatMap((field, index) => (field && numberFields.includes(field) ? [index] : []));
  const found = mapping.map(() => new Set<DecimalMark>());
  let last = 0;
  let all = 0;
  let wider = 0;
  for (const { row, cells, numbers } of rows) {
    if (row <= header) continue;
    last = row;
    all++;
    if (cells.length > heads) wider++;
    for (const at of columns) {
      const text = cells[at];
      const mark = text && found[at]!.size < 2 && !numbers.includes(at) ? decimalMarkOf(text) : null;
      if (mark) found[at]!.add(mark);
    }
  }
  const others = commonMark(new Set(found.flatMap((marks) => [...marks])), otherwise);
  return { marks: found.map((marks) => commonMark(marks, others)), width: wider * 2 > all ? Infinity : heads, last };
}

function* textsOf(
  rows: Reading['rows'],
  header: number,
  mapping: readonly (FieldName | null)[],
  fields: readonly string[],
): Generator<string> {
  const columns = mapping.flatMap((field, index) => (field && fields.includes(field) ? [index] : []));
  if (columns.length === 0) return;
  for (const { row, cells } of rows) {
    if (row <= header) continue;
    for (const column of columns) {
      const text = cells[column];
      if (text) yield text;
    }
  }
}

/** Words separated by single spaces: most cells need no tidying. */
const tidyAlready = /^[\w.,/#+-]+(?: [\w.,/#+-]+)*$|^[\w\u0621-\u064a]+(?: [\w\u0621-\u064a]+)*$/;
const isNumber = new Set(numberFields);
const isPercentage = new Set(percentFields);
const isCode = new Set(codes);
const isPhone = new Set<FieldName>(['phone', 'land_line']);
/** Free text, which may begin like a formula. */
const isFreeText = new Set<FieldName>(['description', 'notes', 'discount_reason']);
/** Fields that other programs keep as HTML and that are one line here. */
const isHtml = new Set<FieldName>(['notes', 'address']);
/** Fields whose codes a spreadsheet may have turned into dates. */
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
    const text = tidyAlready.test(cell) ? cell : tidy(field, cell, read);
    read.cells[field] = text;
    if (text === '') continue;
    if (mayBecomeDay.has(field)) {
      // Options are imported as colour and size, so the problem is reported on the size.
      if (becameDay(text)) read.unread[field.startsWith('option') ? 'size' : field] = 'became_date';
    } else if (isNumber.has(field)) {
      // A zero needs no unit.
      if (/[1-9١-٩۱-۹]/.test(text)) {
        if (!isPercentage.has(field) && (percent || /[%٪]/.test(text))) read.unread[field] = 'is_percentage';
        else if (foreign) read.unread[field] = 'other_currency';
      }
    } else if (isPhone.has(field) && holdsTwoPhones(cell)) read.unread[field] = 'two_phones';
    // A column “VAT” may also hold rates, or whether there is tax.
    else if (field === 'tax_number' && (/[%٪]/.test(text) || !/\p{Nd}/u.test(text))) read.unread[field] = 'not_tax_number';
  }
  return read;
}

function tidy(field: FieldName, cell: string, read: Read): string {
  let text = withoutGuards(cell, isNumber.has(field) || isCode.has(field) || isPhone.has(field));
  if (!isFreeText.has(field) && /^=(?![=\s])/.test(text) && text === cell.trim()) read.unread[field] = 'formula_not_calculated';
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
  /** The names of the business's currency, which may be next to a figure. */
  words: ReadonlySet<string>;
  /** By field, these names and the currency that `amounts` says to ignore. */
  wordsByField: ReadonlyMap<FieldName, ReadonlySet<string>>;
  marks: ReadonlyMap<FieldName, DecimalMark>;
  /** The decimal mark of fields that no column fills. */
  mark: DecimalMark;
  dayOrder: DayOrder;
  timeZone: string | undefined;
}

const numberIn = (text: string, { marks, mark, words, wordsByField }: Context, field: FieldName): string | null =>
  readNumber(text, marks.has(field) ? marks.get(field)! : mark, wordsByField.get(field) ?? words);

/** Whether the database reads the text as a number: 1.250, which may be 1250 here, must not get there as it is. */
const isPlain = (text: string): boolean => /^[+-]?\d+\.\d+$/.test(text);

function finish(kind: Kind, row: number, { cells, exact, unread }: Read, names: OptionNames, context: Context): ImportRow {
  const answer: Record<string, string | number | object> = { row };
  const options = readOptions(cells, names);
  if (cells.first_name || cells.last_name) cells.name ||= [cells.first_name, cells.last_name].filter(Boolean).join(' ');
  for (const field of importedFields[kind]) {
    let text = cells[field] || (field === 'color' || field === 'size' ? (options[field] ?? '') : '');
    if (text === '') continue;
    if (field === 'description') text = withoutTags(text);
    else if (isHtml.has(field)) text = withoutTags(text).replace(/\s+/g, ' ');
    // A text this long cannot be a valid value, and the database refuses it as too long.
    else if (isNumber.has(field)) {
      const number = exact.has(field) || text.length > 300 ? text : numberIn(text, context, field);
      if (number === null && isPlain(text)) unread[field] ??= 'number_invalid';
      text = number ?? text;
    } else if (text.length <= 300) text = readers.get(field)?.(text, context) ?? text;
    answer[field] = text;
  }
  if (Object.keys(unread).length > 0) answer.unread = unread;
  return answer as unknown as ImportRow;
}

/** The fields that the database takes, by kind. */
const importedFields = Object.fromEntries(
  kinds.map((kind) => [kind, fieldsOf[kind].filter((field) => !/^option|^(?:first|last)_name$/.test(field))]),
) as Record<Kind, FieldName[]>;

/** The reader of each field's texts; numbers are read by numberIn, and other fields kept as they are. A map, since it is looked up for every
    cell. */
const readers = new Map<string, (text: string, context: Context) => string>([
  ...codes.map((name) => [name, (text: string) => readCode(text, name === 'barcode')] as const),
  ...dayFields.map((name) => [name, (text: string, { dayOrder, timeZone }: Context) => readDay(text, dayOrder, timeZone)] as const),
  ...momentFields.map((name) => [name, (text: string, { dayOrder }: Context) => readMoment(text, dayOrder)] as const),
  ['phone', readPhone],
  ['land_line', readPhone],
  ['email', (text) => text.replace(/^mailto:/i, '')],
  // A number that another program stored as a decimal.
  ['customer', (text) => text.replace(/^(\d+)\.0+$/, '$1')],
  ['status', readStatus],
  ['active', readFlag],
  ['by_measure', readMeasure],
]);
