import { read, type CellObject, type Range } from 'npm:@e965/xlsx@0.20.3';
import { Refusal } from '../_shared/errors.ts';
import { numberCell } from './cells.ts';
import { inMegabytes, maxOldFile, maxRows } from './limits.ts';
import type { SheetWriter } from './sheet.ts';

/** Reads an .xls workbook: the names of its sheets, and the cells of one of them into `rows`. */
export function readXls(
  bytes: Uint8Array,
  wanted: string | undefined,
  rows: SheetWriter,
  currency: string,
): { sheets: string[]; sheet: string } {
  if (bytes.length > maxOldFile) throw new Refusal('file_old_too_large', 413, { max_mb: inMegabytes(maxOldFile) });
  // Parsing unpacks the whole file, so it is done once, with the requested or first sheet, and again only if that is missing or hidden.
  // Rows above the header may be titles, so a few more than the limit are read.
  const options = { sheetRows: maxRows + 30, dense: true, cellNF: true, cellFormula: true, cellHTML: false, cellText: false };
  let book = parse(bytes, { ...options, sheets: wanted ?? 0 });
  const sheets = book.SheetNames;
  const firstVisible = sheets.find((_, index) => !book.Workbook?.Sheets?.[index]?.Hidden) ?? sheets[0];
  const sheet = wanted !== undefined && sheets.includes(wanted) ? wanted : firstVisible;
  if (sheet === undefined) throw new Refusal('file_empty', 422);
  if (!book.Sheets[sheet]) book = parse(bytes, { ...options, sheets: sheet });
  const since1904 = book.Workbook?.WBProps?.date1904 === true;
  const { '!data': data = [], '!merges': merges = [] } = (book.Sheets[sheet] ?? {}) as {
    '!data'?: (CellObject | undefined)[][];
    '!merges'?: Range[];
  };
  // A program that writes formulas without calculating them saves zeros or empty texts as their results.
  const isUncalculated = data.every((cells) => cells.every((cell) => cell?.f === undefined || cell.v === 0 || cell.v === ''));
  const shown = (cell: CellObject | undefined) =>
    isUncalculated && cell?.f !== undefined ? `=${cell.f}` : cellOf(cell, since1904, currency);
  for (let index = 0; index < data.length; index++)
    rows.add(
      index + 1,
      Array.from({ length: data[index]?.length ?? 0 }, (_, column) => shown(data[index]?.[column])),
    );
  for (const { s, e } of merges) rows.merge({ from: s.r + 1, to: e.r + 1, column: s.c });
  return { sheets, sheet };
}

function parse(bytes: Uint8Array, options: object) {
  try {
    return read(bytes, { type: 'array', ...options });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    throw new Refusal(/password/i.test(message) ? 'file_password_protected' : 'file_broken', 422);
  }
}

const errors: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

function cellOf(cell: CellObject | undefined, since1904: boolean, currency: string): string | number {
  if (!cell || cell.t === 'z') return '';
  if (cell.t === 'b') return cell.v ? 'true' : 'false';
  if (cell.t === 'e') return errors[Number(cell.v)] ?? '#N/A';
  if (cell.t === 'n') return numberCell(Number(cell.v), String(cell.z ?? 'General'), since1904, currency);
  return String(cell.v ?? '');
}
