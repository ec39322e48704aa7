/* Spreadsheets: the only importer of SheetJS, loaded when a workbook is really read. */

import { wallClock } from './dates.ts';
import { type WorkbookCell, zippedWorkbook } from './workbook.ts';

export type SheetKind = 'xlsx' | 'csv';
export type SheetValue = string | number | boolean | Date | null | undefined;

export interface SheetColumn<Row> {
  header: string;
  value: (row: Row) => SheetValue;
  /** 'code' stays text whatever its digits; 'number' takes text or a number; without one the value's own type decides. */
  kind?: 'text' | 'code' | 'number' | 'date';
}

export interface SheetOptions {
  sheetName?: string;
  rightToLeft?: boolean;
  /** By whose clock moments are written: a cell has no zone. */
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

/** The rows as CSV text: UTF-8 with a mark, so that Excel reads Arabic, and lines ended as RFC 4180 says. */
export function csvOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[], timeZone = 'UTC'): string {
  const line = (cells: string[]) => cells.map(quoted).join(',');
  const lines = [line(columns.map((column) => harmless(unmarked(column.header))))];
  for (const row of rows) {
    lines.push(line(columns.map((column) => csvCell(column.value(row), column.kind, timeZone))));
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** The rows as a workbook; text is stored as text cells, which no program runs. */
export async function workbookOf<Row>(
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
  options: SheetOptions = {},
): Promise<Blob> {
  const widths = columns.map((column) => column.header.length);
  for (const row of rows) {
    columns.forEach((column, at) => {
      const cell = workbookCell(column.value(row), column.kind, options.timeZone);
      // A date stands there as it is written, not as it is kept.
      if (cell) widths[at] = Math.max(widths[at] ?? 0, cell.type === 'date' ? 16 : Math.min(60, cell.value.length));
    });
  }
  function* cells() {
    yield columns.map((column): WorkbookCell => ({ type: 'text', value: unmarked(column.header) }));
    for (const row of rows) yield columns.map((column) => workbookCell(column.value(row), column.kind, options.timeZone));
  }
  return zippedWorkbook(cells(), rows.length + 1, {
    name: sheetNameOf(options.sheetName),
    rightToLeft: options.rightToLeft ?? false,
    widths: widths.map((width) => width + 2),
  });
}

/* The first day of a workbook's calendar, as days before that of a Date. */
const FIRST_DAY = 25_569;

function workbookCell(value: SheetValue, kind: SheetColumn<unknown>['kind'], timeZone = 'UTC'): WorkbookCell | null {
  if (value === '' || isNothing(value)) return null;
  if (value instanceof Date) return { type: 'date', value: String(wallClock(value, timeZone).getTime() / 86_400_000 + FIRST_DAY) };
  if (kind === 'code') return { type: 'code', value: String(value) };
  if (kind === 'number' || (typeof value === 'number' && kind === undefined)) {
    const number = Number(value);
    return Number.isFinite(number) ? { type: 'number', value: String(number) } : { type: 'text', value: String(value) };
  }
  return typeof value === 'boolean' ? { type: 'flag', value: value ? '1' : '0' } : { type: 'text', value: unmarked(String(value)) };
}

/** One bad moment takes no file away. */
const isNothing = (value: SheetValue): value is null | undefined =>
  value === null || value === undefined || (value instanceof Date && Number.isNaN(value.getTime()));

function csvCell(value: SheetValue, kind: SheetColumn<unknown>['kind'], timeZone: string): string {
  if (isNothing(value)) return '';
  if (value instanceof Date) return wallClock(value, timeZone).toISOString().slice(0, 16).replace('T', ' ');
  if (typeof value === 'number' || (kind === 'number' && /^-?\d+(\.\d+)?$/.test(String(value)))) return String(value);
  return harmless(unmarked(String(value)));
}

/** A sentence of the app isolates its names, for the screen; a cell holds one thing, which a search there should find. */
const unmarked = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

/** A text that a spreadsheet program would run as a formula gets an apostrophe before it; our import takes it off again. So does what
    stands behind a mark that parts cells or rows for a program that reads by another one than the comma: to it our quotes are none. */
export function harmless(text: string): string {
  const inner = text.replace(/[;|\t\r\n][\s"]*(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "$&'");
  return /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${inner}` : inner;
}

function quoted(text: string): string {
  return /[",\r\n;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel takes 31 letters for the name of a sheet, none of these, and no apostrophe at its ends. */
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

/* How a PDF, a picture and a page of the web begin. */
const noSheets = /^(?:%PDF|\x89PNG|\xff\xd8\xff|GIF8|RIFF|\s*<(?:!doctype|html|\?xml))/i;
export class NoSheet extends Error {}

/** The cells of a file's first sheet as text: CSV or any workbook. Numbers keep all their digits; nothing is computed. */
export async function rowsOfBytes(bytes: Uint8Array): Promise<string[][]> {
  // Zip (.xlsx) or OLE (.xls); everything else is read as text, whatever its name says.
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

/** Separated by whichever of tab, semicolon and comma most lines have, in this order: a comma may group the figures between the others. A
    quoted cell may hold it. */
export function rowsOfText(text: string): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const bare = lines.map((line) => line.replace(/"[^"]*"/g, ''));
  const having = (mark: string) => bare.filter((line) => line.includes(mark)).length;
  const mark = ['\t', ';', ','].reduce((best, one) => (having(one) > having(best) ? one : best));
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
    // What Excel in an Arabic Windows saves as "CSV".
    return new TextDecoder('windows-1256').decode(bytes);
  }
}
