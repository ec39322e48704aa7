import type { Cells, FieldName, Kind, Unread } from '../fields.ts';

/* What the descriptions of other programs' exports share. */

/** Gets a row's cell by its header, or by the one of several headers separated by | that the file has. */
export type CellByHeader = (header: string) => string;
/** The rows of a file with their numbers in it. */
export type Rows = () => Iterable<readonly [row: number, cell: CellByHeader]>;

/** How the cells of this file are to be understood. */
export interface Tools {
  /** The number in a cell of this field's column as plain decimal text; null if it is not a number. */
  figure: (text: string, field: FieldName) => string | null;
  /** A day or time as 2026-11-05 or 2026-11-05 14:05:00. */
  moment: (text: string) => string;
  /** The decimals of the business's currency. */
  decimals: number;
  /** Reports a row that is left out because of its state in the other program. */
  leaveOut: (row: number, state: string) => void;
}

/** The cells of a row, those that are plain decimal text already, and what could not be read. */
export type Adapted = Cells & { plain?: readonly FieldName[]; unread?: Partial<Record<FieldName, Unread>> };
export type Reader = (
  rows: Rows,
  used: readonly string[],
  tools: Tools,
) => (cells: Cells, cell: CellByHeader, row: number) => Adapted | null;

export interface System {
  name: string;
  kind: Kind;
  /** Headers that all its files have: at least one of each list. */
  signature: readonly string[];
  /** Each field's headers; the first non-empty column counts, except of prices. ^ marks a prefix before a place's name. */
  fields: Partial<Record<FieldName, string>>;
  /** Headers that are not guessed from their words where no field of the system maps them. */
  others?: string;
  /** The place whose stock a column holds, if its header names one. */
  placeOf?: (header: string, column: number, keys: readonly string[]) => string | null | undefined;
  /** Whether a row is a record, for systems that write a record's further values in rows of their own. */
  isRecord?: (cell: CellByHeader) => boolean;
  /** Adapts the cells of a row, or returns null if the row is not a record. Created once per reading of a file. used: the headers of
      mapped columns; a field that is undefined in cells, not blank, is not mapped. */
  reader?: Reader;
  /** The export to take instead of this one, which does not name the goods. */
  instead?: string;
}

/** The headers of the three options, from which colour and size are read. */
export const optionHeaders = (name: (nth: number) => string, value: (nth: number) => string): Partial<Record<FieldName, string>> => ({
  option1_name: name(1),
  option1_value: value(1),
  option2_name: name(2),
  option2_value: value(2),
  option3_name: name(3),
  option3_value: value(3),
});

/** Collects each record's list by its row; further values of the list are in otherwise empty rows below it. */
export function valuesByRecord<Value>(
  rows: Rows,
  isRecord: (cell: CellByHeader) => boolean,
  valueOf: (cell: CellByHeader) => Value | null,
): Map<number, Value[]> {
  const lists = new Map<number, Value[]>();
  let list: Value[] = [];
  for (const [row, cell] of rows()) {
    if (isRecord(cell)) lists.set(row, (list = []));
    const value = valueOf(cell);
    if (value !== null) list.push(value);
  }
  return lists;
}

/** The first item of a comma-separated list, in which backslashes escape commas. */
export const firstListItem = (list: string): string => (/^(?:\\.|[^,\\])*/.exec(list)?.[0] ?? '').replace(/\\(.)/g, '$1').trim();
/** Clears the price “variable”, which is entered at the till. */
export const withoutVariable = (cells: Cells): Cells => (/^variable$/i.test(cells.price ?? '') ? { ...cells, price: '' } : cells);
export const isYes = (text: string): boolean => /^(y|yes|1|true)$/i.test(text.trim());
/** Inverts a flag that says a product is not on sale. */
export const activeUnless = (archived: string | undefined): string | undefined => archived && String(!isYes(archived));
export const hasValue = (cell: CellByHeader, headers: string): boolean => cell(headers).trim() !== '';
