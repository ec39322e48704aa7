import { Refusal } from '../_shared/errors.ts';
import { Growing, inPieces } from '../_shared/bytes.ts';
import { inMegabytes, lastRow, mostColumns, mostInRow, mostRows, mostText } from './limits.ts';

/* A sheet as plain rows: what a file is read into once, goes to the browser packed, and comes back with every question about it.
   A line of JSON for each row that says something: [its number in the sheet, cell, cell, …]. */

export interface SheetRow {
  /** As Excel shows it. */
  row: number;
  cells: string[];
}

export class SheetWriter {
  #lines = new Growing();
  #piece = '';
  #count = 0;

  add(row: number, cells: string[]): void {
    if (row > lastRow) throw tooManyRows();
    let width = cells.length;
    while (width > 0 && cells[width - 1]?.trim() === '') width--;
    if (width === 0) return;
    // Titles may stand above the heads: the exact count is taken once the heads are found.
    if (++this.#count > mostRows + 15) throw tooManyRows();
    if (width > mostColumns) throw tooManyColumns(row);
    // Cells share their texts: a row of them may be much longer than what it was read from.
    let letters = 0;
    for (let at = 0; at < width; at++) letters += cells[at]?.length ?? 0;
    if (letters > mostInRow) throw new Refusal('file_row_too_long', 413, { row, max: mostInRow });
    const line = JSON.stringify(width === cells.length ? cells : cells.slice(0, width));
    this.#piece += `[${row},${line.slice(1)}\n`;
    if (this.#piece.length > 16 * 1024) this.#flush();
  }

  sheet(): Sheet {
    this.#flush();
    return new Sheet(this.#lines.whole());
  }

  #flush(): void {
    this.#lines.text(this.#piece);
    this.#piece = '';
    if (this.#lines.length > mostText) throw tooMuchText();
  }
}

export class Sheet implements Iterable<SheetRow> {
  readonly #lines: Uint8Array<ArrayBuffer>;

  constructor(lines: Uint8Array<ArrayBuffer>) {
    this.#lines = lines;
  }

  static async unpack(packed: Blob): Promise<Sheet> {
    return new Sheet(await gunzip(packed, mostText, tooMuchText));
  }

  async pack(): Promise<Uint8Array> {
    const packed = new Growing();
    for await (const part of inPieces(this.#lines).pipeThrough(new CompressionStream('gzip'))) packed.bytes(part);
    return packed.whole();
  }

  *[Symbol.iterator](): Generator<SheetRow> {
    const decoder = new TextDecoder();
    for (let at = 0; at < this.#lines.length;) {
      const found = this.#lines.indexOf(10, at);
      const end = found === -1 ? this.#lines.length : found;
      const cells = lineOf(decoder, this.#lines.subarray(at, end));
      yield { row: cells.shift() as number, cells: cells as string[] };
      at = end + 1;
    }
  }
}

/** It has been in other hands since. */
function lineOf(decoder: TextDecoder, bytes: Uint8Array): unknown[] {
  try {
    // A letter has three bytes at most, or six as JSON writes what cannot be printed.
    const line: unknown = bytes.length > 6 * mostInRow ? null : JSON.parse(decoder.decode(bytes));
    if (Array.isArray(line) && line.length <= mostColumns + 1 && Number.isInteger(line[0]) && line.every((cell, at) => at === 0 || typeof cell === 'string')) return line;
  } catch {
    // No JSON: refused like every other line that is none of ours.
  }
  throw new Refusal('request_invalid', 400, { field: 'file' });
}

/** What would unpack to more than `most` bytes is let go at that point. */
export async function gunzip(packed: Blob, most: number, tooLarge: () => Refusal): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Growing();
  try {
    const bytes = new Uint8Array(await packed.arrayBuffer());
    for await (const part of inPieces(bytes).pipeThrough(new DecompressionStream('gzip'))) {
      whole.bytes(part);
      if (whole.length > most) break;
    }
  } catch {
    throw new Refusal('file_broken', 422);
  }
  if (whole.length > most) throw tooLarge();
  return whole.whole();
}

export const tooMuchText = () => new Refusal('file_unpacks_too_large', 413, { max_mb: inMegabytes(mostText) });
export const tooManyColumns = (row: number) => new Refusal('file_too_many_columns', 413, { row, max: mostColumns });
const tooManyRows = () => new Refusal('file_too_many_rows', 413, { max: mostRows });
