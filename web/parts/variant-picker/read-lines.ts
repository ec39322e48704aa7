/* Lines of a document from a sheet, a mail or a scanner's memory. What reads them is loaded on use. */
import { AppError } from '@/db/errors.ts';

interface Read {
  /** The row number in the sheet. */
  row: number;
}

export interface ReadLine extends Read {
  code: string;
  quantity: string;
  cost: string;
  /** An amount, or a percentage: '5%'. */
  discount: string;
}

export interface UnreadRow extends Read {
  text: string;
}

export interface ReadLines {
  lines: readonly ReadLine[];
  /** Rows that could not be read, as written. */
  unread: readonly UnreadRow[];
  /** The number of rows left out because their quantity is empty. */
  leftOut: number;
}

/** Whether a text is a list: several rows, or a code with a quantity. */
export const isListOfLines = (text: string): boolean => /[\n\t;]/.test(text.trim());

/** The lines of a pasted list. uniqueCodes: see readSheetLines. */
export async function linesOfText(text: string, uniqueCodes = false): Promise<ReadLines> {
  const { readSheetLines } = await import('./sheet-lines.ts');
  return readSheetLines('list.txt', new TextEncoder().encode(text), uniqueCodes);
}

/** The lines of a file. */
export async function linesOfFile(file: File, uniqueCodes = false): Promise<ReadLines> {
  const bytes = await file.arrayBuffer().catch((cause: unknown) => Promise.reject(new AppError('file_changed', { cause })));
  const { readSheetLines } = await import('./sheet-lines.ts');
  const read = await readSheetLines(file.name, new Uint8Array(bytes), uniqueCodes);
  if (read.lines.length + read.unread.length + read.leftOut === 0) throw new AppError('file_no_lines');
  return read;
}
