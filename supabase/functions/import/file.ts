import { Refusal } from '../_shared/errors.ts';
import { readCsv } from './csv.ts';
import type { Encoding } from './encoding.ts';
import { inMegabytes, maxFile } from './limits.ts';
import { gunzip, type Sheet, SheetWriter } from './sheet.ts';
import { Zip } from './zip.ts';

export interface SheetFile {
  format: 'csv' | 'xlsx' | 'xls';
  encoding: Encoding | null;
  separator: string | null;
  sheets: string[];
  /** The name of this sheet, one of `sheets`. */
  name: string;
  sheet: Sheet;
}

export interface FileChoices {
  sheet?: string;
  encoding?: Encoding;
  separator?: string;
  /** The business's currency: amounts that a workbook shows in another one are read with that currency. */
  currency?: string;
}

export async function readFile(name: string, bytes: Uint8Array<ArrayBuffer>, choices: FileChoices): Promise<SheetFile> {
  if (bytes.length === 0) throw new Refusal('file_empty', 422);
  if (bytes.length > maxFile) throw tooLarge();
  const claims = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const content = contentOf(bytes);
  if (!['csv', 'txt', 'tsv', 'xlsx', 'xlsm', 'xls'].includes(claims)) throw new Refusal('file_not_a_sheet', 415);
  if (claims.startsWith('xls') !== content.startsWith('xls')) throw new Refusal('file_mislabelled', 415, { claims, content });
  if (content === 'html') throw new Refusal('file_mislabelled', 415, { claims, content });
  const rows = new SheetWriter();
  if (content === 'csv') {
    const { encoding, separator } = readCsv(bytes, choices, rows);
    return { format: 'csv', encoding, separator, sheets: [name], name, sheet: rows.sheet() };
  }
  const { sheet: wanted, currency = '' } = choices;
  // SheetJS, most of the code, is loaded only for workbooks.
  const { sheets, sheet } =
    content === 'xlsx'
      ? await (await import('./xlsx.ts')).readXlsx(workbookIn(bytes), wanted, rows, currency)
      : (await import('./xls.ts')).readXls(bytes, wanted, rows, currency);
  return { format: content, encoding: null, separator: null, sheets, name: sheet, sheet: rows.sheet() };
}

function workbookIn(bytes: Uint8Array<ArrayBuffer>): Zip {
  const zip = new Zip(bytes);
  if (!zip.has('xl/workbook.xml')) throw new Refusal('file_not_a_sheet', 415);
  return zip;
}

export const tooLarge = () => new Refusal('file_too_large', 413, { max_mb: inMegabytes(maxFile) });

/** The bytes of a file that was sent gzipped. */
export const gunzipFile = (file: Blob): Promise<Uint8Array<ArrayBuffer>> => gunzip(file, maxFile, tooLarge);

function contentOf(bytes: Uint8Array): 'csv' | 'html' | 'xlsx' | 'xls' {
  const starts = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (starts(0x50, 0x4b)) return 'xlsx';
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) {
    if (hasStream(bytes, 'EncryptedPackage')) throw new Refusal('file_password_protected', 422);
    if (!hasStream(bytes, 'Workbook') && !hasStream(bytes, 'Book')) throw new Refusal('file_not_a_sheet', 415);
    return 'xls';
  }
  // Not TextDecoder's latin1, which is windows-1252 and maps the bytes 0x80 to 0x9f to other characters.
  const head = String.fromCharCode(...bytes.subarray(0, 1024))
    .trimStart()
    .toLowerCase();
  if (/^(\u00ef\u00bb\u00bf)?<(!doctype html|html|table|meta|\?xml)/.test(head)) return 'html';
  if (/^(%pdf|\u0089png|gif8|\{\\rtf|\u00ff\u00d8\u00ff|rar!|7z\u00bc)/.test(head)) throw new Refusal('file_not_a_sheet', 415);
  const wide = starts(0xff, 0xfe) || starts(0xfe, 0xff);
  const control = bytes.subarray(0, 4096).filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26)).length;
  // UTF-16 without a byte order mark is half zeros; other files with control characters are not text.
  const zeros = bytes.subarray(0, 4096).filter((byte) => byte === 0).length;
  if (!wide && control > zeros + 8) throw new Refusal('file_not_a_sheet', 415);
  return 'csv';
}

/** Stream names in an old Office file are UTF-16. */
function hasStream(bytes: Uint8Array, name: string): boolean {
  return new TextDecoder('latin1').decode(bytes).includes([...name].join('\0'));
}
