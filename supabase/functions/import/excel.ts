import { read, SSF, type CellObject } from 'npm:@e965/xlsx@0.20.3';
import { Refusal } from '../_shared/errors.ts';

export const mostRows = 50_000;
export const mostColumns = 200;

/** Names of the sheets, and the cells of one of them as text. Formulas are never run: what the file saved as their result is read. */
export function readWorkbook(bytes: Uint8Array, wanted: string | undefined): { sheets: string[]; sheet: string; rows: string[][] } {
  // Every reading unpacks the whole file, so it is read once, with the sheet that was asked for or else the first.
  // Rows before the header may be titles, so a few more than the limit are read.
  const options = { sheetRows: mostRows + 30, dense: true, cellNF: true, cellFormula: false, cellHTML: false, cellText: false };
  let book = parse(bytes, { ...options, sheets: wanted ?? 0 });
  const sheets = book.SheetNames;
  const sheet = wanted !== undefined && sheets.includes(wanted) ? wanted : sheets[0];
  if (sheet === undefined) throw new Refusal('file_empty', 422);
  if (!book.Sheets[sheet]) book = parse(bytes, { ...options, sheets: 0 });
  const since1904 = book.Workbook?.WBProps?.date1904 === true;
  const data = (book.Sheets[sheet] as { '!data'?: (CellObject | undefined)[][] } | undefined)?.['!data'] ?? [];
  const rows: string[][] = [];
  for (let at = 0; at < data.length; at++) {
    rows.push(Array.from({ length: Math.min(data[at]?.length ?? 0, mostColumns) }, (_, column) => cellText(data[at]?.[column], since1904)));
    // The texts take the place of the cells, row by row.
    data[at] = [];
  }
  return { sheets, sheet, rows };
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
  0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A', 43: '#GETTING_DATA' };

function cellText(cell: CellObject | undefined, since1904: boolean): string {
  if (!cell || cell.t === 'z') return '';
  if (cell.t === 'b') return cell.v ? 'true' : 'false';
  if (cell.t === 'e') return errors[Number(cell.v)] ?? '#N/A';
  if (cell.t === 'n') return numberText(Number(cell.v), String(cell.z ?? 'General'), since1904);
  return String(cell.v ?? '');
}

/** The number itself, as it would be typed; what it is shown as only where that is what was meant: dates, percents, padded codes. */
function numberText(value: number, format: string, since1904: boolean): string {
  if (format !== 'General') {
    const shown = asShown(value, format, since1904);
    if (SSF.is_date(format)) {
      // 5/11/26 may be either day: the cell itself knows. With letters in it (5-Mar) it may have been no day at all.
      const { y, m, d } = SSF.parse_date_code(value, { date1904: since1904 }) as { y: number; m: number; d: number };
      return /^[\d/.-]{6,10}(\s|$)/.test(shown) ? [y, m, d].map((part) => String(part).padStart(2, '0')).join('-') : shown;
    }
    if (shown.endsWith('%') || (/^0\d+$/.test(shown) && Number(shown) === value)) return shown;
  }
  // A sheet keeps 15 digits; of a longer number the last ones are lost, and it must not pass for a code.
  if (Math.abs(value) >= 1e15) return value.toExponential().toUpperCase();
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
}

function asShown(value: number, format: string, date1904: boolean): string {
  try {
    return SSF.format(format, value, { date1904 });
  } catch {
    return '';
  }
}
