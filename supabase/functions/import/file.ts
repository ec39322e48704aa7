import { Refusal } from '../_shared/errors.ts';
import { readCsv } from './csv.ts';
import type { Encoding } from './encoding.ts';
import { readWorkbook } from './excel.ts';
import { inspectZip } from './zip.ts';

export const mostMegabytes = 20;

export interface SheetFile {
  format: 'csv' | 'xlsx' | 'xls';
  encoding: Encoding | null;
  separator: string | null;
  sheets: string[];
  sheet: string;
  /** Every row of the sheet, empty ones too: the place in this list is the row number that Excel shows. */
  rows: string[][];
}

export interface FileChoices {
  sheet?: string;
  encoding?: Encoding;
  separator?: string;
}

export async function readFile(name: string, bytes: Uint8Array, choices: FileChoices): Promise<SheetFile> {
  if (bytes.length === 0) throw new Refusal('file_empty', 422);
  if (bytes.length > mostMegabytes * 1024 * 1024) throw new Refusal('file_too_large', 413, { max_mb: mostMegabytes });
  const claims = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const content = await contentOf(bytes);
  if (!['csv', 'txt', 'tsv', 'xlsx', 'xlsm', 'xls'].includes(claims)) throw new Refusal('file_not_a_sheet', 415);
  if (claims.startsWith('xls') !== content.startsWith('xls')) throw new Refusal('file_mislabelled', 415, { claims, content });
  if (content === 'html') throw new Refusal('file_mislabelled', 415, { claims, content });
  if (content === 'csv') {
    const { encoding, separator, rows } = readCsv(bytes, choices);
    return { format: 'csv', encoding, separator, sheets: [name], sheet: name, rows };
  }
  return { format: content, encoding: null, separator: null, ...readWorkbook(bytes, choices.sheet) };
}

/** A file that came packed. What would unpack to more than a file may hold is let go at that point. */
export async function unpacked(file: Blob): Promise<Uint8Array> {
  const parts: BlobPart[] = [];
  let size = 0;
  try {
    for await (const part of file.stream().pipeThrough(new DecompressionStream('gzip'))) {
      size += part.length;
      if (size > mostMegabytes * 1024 * 1024) break;
      parts.push(part);
    }
  } catch {
    throw new Refusal('file_broken', 422);
  }
  if (size > mostMegabytes * 1024 * 1024) throw new Refusal('file_too_large', 413, { max_mb: mostMegabytes });
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function contentOf(bytes: Uint8Array): Promise<'csv' | 'html' | 'xlsx' | 'xls'> {
  const starts = (...magic: number[]) => magic.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b)) {
    const names = await inspectZip(bytes);
    if (!names.includes('xl/workbook.xml')) throw new Refusal('file_not_a_sheet', 415);
    return 'xlsx';
  }
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) {
    if (holds(bytes, 'EncryptedPackage')) throw new Refusal('file_password_protected', 422);
    if (!holds(bytes, 'Workbook') && !holds(bytes, 'Book')) throw new Refusal('file_not_a_sheet', 415);
    return 'xls';
  }
  // Byte for byte: TextDecoder's latin1 is windows-1252, which moves the bytes from 0x80 to 0x9f.
  const head = String.fromCharCode(...bytes.subarray(0, 1024)).trimStart().toLowerCase();
  if (/^(\u00ef\u00bb\u00bf)?<(!doctype html|html|table|meta|\?xml)/.test(head)) return 'html';
  if (/^(%pdf|\u0089png|gif8|\{\\rtf|\u00ff\u00d8\u00ff|rar!|7z\u00bc)/.test(head)) throw new Refusal('file_not_a_sheet', 415);
  const wide = starts(0xff, 0xfe) || starts(0xfe, 0xff);
  const control = bytes.subarray(0, 4096).filter((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26)).length;
  // UTF-16 without its mark is half zeros; anything else with control characters is no text.
  const zeros = bytes.subarray(0, 4096).filter((byte) => byte === 0).length;
  if (!wide && control > zeros + 8) throw new Refusal('file_not_a_sheet', 415);
  return 'csv';
}

/** Names inside an old Office file are UTF-16. */
function holds(bytes: Uint8Array, name: string): boolean {
  const wanted = [...name].flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(wanted[0]!); at !== -1; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}
