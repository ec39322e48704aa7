/* Writes spreadsheets. */

import { wallClock } from './dates.ts';
import { roundMoney } from './money.ts';
import { type WorkbookCell, zippedWorkbook } from './workbook.ts';

export type SheetKind = 'xlsx' | 'csv';
export type SheetValue = string | number | boolean | Date | null | undefined;

export interface SheetColumn<Row> {
  header: string;
  value: (row: Row) => SheetValue;
  /** 'code' stays text even if it is numeric; 'number' and 'money' accept text or a number; money has the currency's decimals; without a
      kind the value's type decides. */
  kind?: 'text' | 'code' | 'number' | 'money' | 'date';
}

export interface SheetOptions {
  sheetName?: string;
  rightToLeft?: boolean;
  /** Of the currency. */
  decimals?: number;
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
    ? new Blob([csvOf(columns, rows, options)], { type: 'text/csv;charset=utf-8' })
    : workbookOf(columns, rows, options);
}

/** CSV text: UTF-8 with a byte order mark, so that Excel reads Arabic, and CRLF as in RFC 4180. */
export function csvOf<Row>(columns: readonly SheetColumn<Row>[], rows: readonly Row[], options: SheetOptions = {}): string {
  const line = (cells: string[]) => cells.map(quoted).join(',');
  const lines = [line(columns.map((column) => harmless(withoutMarks(column.header))))];
  for (const row of rows) {
    lines.push(line(columns.map((column) => csvCell(column.value(row), column.kind, options))));
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
      const cell = workbookCell(column.value(row), column.kind, options);
      // Dates are as wide as displayed, not as stored.
      if (cell) widths[index] = Math.max(widths[index] ?? 0, cell.type === 'date' ? 16 : Math.min(60, cell.value.length));
    });
  }
  function* cells() {
    yield columns.map((column): WorkbookCell => ({ type: 'text', value: withoutMarks(column.header) }));
    for (const row of rows) yield columns.map((column) => workbookCell(column.value(row), column.kind, options));
  }
  return zippedWorkbook(cells(), rows.length + 1, {
    name: sheetNameOf(options.sheetName),
    rightToLeft: options.rightToLeft ?? false,
    decimals: options.decimals ?? 2,
    widths: widths.map((width) => width + 2),
  });
}

/* The Unix epoch as a day number of a workbook. */
const FIRST_DAY = 25_569;

function workbookCell(
  value: SheetValue,
  kind: SheetColumn<unknown>['kind'],
  { timeZone = 'UTC', decimals }: SheetOptions,
): WorkbookCell | null {
  if (value === '' || isNothing(value)) return null;
  if (value instanceof Date) return { type: 'date', value: String(wallClock(value, timeZone).getTime() / 86_400_000 + FIRST_DAY) };
  if (kind === 'code') return { type: 'code', value: String(value) };
  if (kind === 'money') return { type: 'money', value: roundMoney(value as string | number, decimals) };
  if (kind === 'number' || (typeof value === 'number' && kind === undefined)) {
    const number = Number(value);
    return Number.isFinite(number) ? { type: 'number', value: String(number) } : { type: 'text', value: String(value) };
  }
  return typeof value === 'boolean' ? { type: 'flag', value: value ? '1' : '0' } : { type: 'text', value: withoutMarks(String(value)) };
}

/** Empty values, and invalid dates, which must not break the file. */
const isNothing = (value: SheetValue): value is null | undefined =>
  value === null || value === undefined || (value instanceof Date && Number.isNaN(value.getTime()));

function csvCell(value: SheetValue, kind: SheetColumn<unknown>['kind'], { timeZone = 'UTC', decimals }: SheetOptions): string {
  if (isNothing(value)) return '';
  if (value instanceof Date) return wallClock(value, timeZone).toISOString().slice(0, 16).replace('T', ' ');
  if (kind === 'money' && value !== '') return roundMoney(value as string | number, decimals);
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
