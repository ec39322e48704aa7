/* Spreadsheets. The only importer of SheetJS, which is loaded when a workbook is read. */

import { wallClock } from './dates.ts';
import { type WorkbookCell, zippedWorkbook } from './workbook.ts';

export type SheetKind = 'xlsx' | 'csv';
export type SheetValue = string | number | boolean | Date | null | undefined;

export interface SheetColumn<Row> {
  header: string;
  value: (row: Row) => SheetValue;
  /** 'code' stays text even if it is numeric; 'number' accepts text or a number; without a kind the value's type decides. */
  kind?: 'text' | 'code' | 'number' | 'date';
}

export interface SheetOptions {
  sheetName?: string;
  rightToLeft?: boolean;
  /** The time zone of date cells, which have none of their own. */
  timeZone?: string;
}

export async function fileOf<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  kind: SheetKind,
  options: SheetOptions,
): Promise<Blob> {
  return kind === 'csv'
    ? new Blob([csvOf(columns, rows, options.timeZone)], { type: 'text/csv;charset=utf-8' })
    : workbookOf(columns, rows, options);
}

/** CSV text: UTF-8 with a byte order mark, so that Excel reads Arabic, and CRLF as in RFC 4180. */
export function csvOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[], timeZone = 'UTC'): string {
  const line = (cells: string[]) => cells.map(quoted).join(',');
  const lines = [line(columns.map((column) => harmless(withoutMarks(column.header))))];
  for (const row of rows) {
    lines.push(line(columns.map((column) => csvCell(column.value(row), column.kind, timeZone))));
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A workbook; text is stored in text cells, which no program runs as formulas. */
export async function workbookOf<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  options: SheetOptions = {},
): Promise<Blob> {
  const widths = columns.map((column) => column.header.length);
  for (const row of rows) {
    columns.forEach((column, index) => {
      const cell = workbookCell(column.value(row), column.kind, options.timeZone);
      // Dates are as wide as displayed, not as stored.
      if (cell) widths[index] = Math.max(widths[index] ?? 0, cell.type === 'date' ? 16 : Math.min(60, cell.value.length));
    });
  }
  function* cells() {
    yield columns.map((column): WorkbookCell => ({ type: 'text', value: withoutMarks(column.header) }));
    for (const row of rows) yield columns.map((column) => workbookCell(column.value(row), column.kind, options.timeZone));
  }
  return zippedWorkbook(cells(), rows.length + 1, {
    name: sheetNameOf(options.sheetName),
    rightToLeft: options.rightToLeft ?? false,
    widths: widths.map((width) => width + 2),
  });
}

/* The Unix epoch as a day number of a workbook. */
const FIRST_DAY = 25_569;

function workbookCell(value: SheetValue, kind: SheetColumn<unknown>['kind'], timeZone = 'UTC'): WorkbookCell | null {
  if (value === '' || isNothing(value)) return null;
  if (value instanceof Date) return { type: 'date', value: String(wallClock(value, timeZone).getTime() / 86_400_000 + FIRST_DAY) };
  if (kind === 'code') return { type: 'code', value: String(value) };
  if (kind === 'number' || (typeof value === 'number' && kind === undefined)) {
    const number = Number(value);
    return Number.isFinite(number) ? { type: 'number', value: String(number) } : { type: 'text', value: String(value) };
  }
  return typeof value === 'boolean' ? { type: 'flag', value: value ? '1' : '0' } : { type: 'text', value: withoutMarks(String(value)) };
}

/** Empty values, and invalid dates, which must not break the file. */
const isNothing = (value: SheetValue): value is null | undefined =>
  value === null || value === undefined || (value instanceof Date && Number.isNaN(value.getTime()));

function csvCell(value: SheetValue, kind: SheetColumn<unknown>['kind'], timeZone: string): string {
  if (isNothing(value)) return '';
  if (value instanceof Date) return wallClock(value, timeZone).toISOString().slice(0, 16).replace('T', ' ');
  if (typeof value === 'number' || (kind === 'number' && /^-?\d+(\.\d+)?$/.test(String(value)))) return String(value);
  return harmless(withoutMarks(String(value)));
}

/** Removes isolation marks, which are for the screen: a search in the file must find the plain text. */
const withoutMarks = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

/** Puts an apostrophe before text that a spreadsheet would run as a formula; our import removes it. Also after separators other than
    the comma, for programs that split at those and ignore our quotes; a line of a list, "- two boxes", calls nothing and stays. */
export function harmless(text: string): string {
  const inner = text.replace(/[;|\t\r\n][\s"]*(?=[=+@\uFF1D\uFF0B\uFF20]|[-\uFF0D](?! [^\r\n=(|!]*(?:[\r\n]|$)))/g, "$&'");
  return /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${inner}` : inner;
}

function quoted(text: string): string {
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel allows 31 characters for a sheet's name, none of these, and no apostrophe at either end. */
function sheetNameOf(name: string | undefined): string {
  return (
    (name ?? '')
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .trim()
      .slice(0, 31)
      .replaceAll(/^'+|'+$/g, '') || 'Sheet1'
  );
}

export class UnreadableWorkbook extends Error {
  readonly reason: 'file_password_protected' | 'file_broken';
  constructor(cause: unknown) {
    super('unreadable workbook', { cause });
    this.reason = /password/i.test(String(cause)) ? 'file_password_protected' : 'file_broken';
  }
}

/* The first bytes of PDFs, pictures and web pages. */
const noSheets = /^(?:%PDF|\x89PNG|\xff\xd8\xff|GIF8|RIFF|\s*<(?:!doctype|html|\?xml))/i;
export class NoSheet extends Error {}

/** The cells of a file's first sheet as text, from CSV or a workbook. Numbers keep all their digits; formulas are not evaluated. */
export async function rowsOfBytes(bytes: Uint8Array): Promise<string[][]> {
  // Zip (.xlsx) or OLE (.xls); everything else is read as text, whatever its name.
  const isWorkbook = (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf);
  if (!isWorkbook && noSheets.test(String.fromCharCode(...bytes.subarray(0, 64)))) throw new NoSheet();
  if (!isWorkbook) return rowsOfText(textOf(bytes));
  const { read, utils } = await import('@e965/xlsx');
  try {
    const book = read(bytes, { type: 'array', cellFormula: false, cellHTML: false });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    const rows = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '' }) : [];
    return rows.map((row) => row.map((cell) => String(cell ?? '').trim()));
  } catch (error) {
    throw new UnreadableWorkbook(error);
  }
}

/** Reads rows separated by tab, semicolon or comma, whichever most lines have; with equal counts in this order, because a comma may
    group digits. Quoted cells may contain the separator. */
export function rowsOfText(text: string): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const unquoted = lines.map((line) => line.replace(/"[^"]*"/g, ''));
  const linesWith = (mark: string) => unquoted.filter((line) => line.includes(mark)).length;
  const mark = ['\t', ';', ','].reduce((best, one) => (linesWith(one) > linesWith(best) ? one : best));
  return lines.map((line) => {
    const cells = [''];
    let quoted = false;
    for (const letter of line) {
      if (letter === '"') quoted = !quoted;
      else if (letter === mark && !quoted) cells.push('');
      else cells[cells.length - 1] += letter;
    }
    return cells.map((cell) => cell.trim());
  });
}

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Excel's "CSV" on an Arabic Windows.
    return new TextDecoder('windows-1256').decode(bytes);
  }
}
