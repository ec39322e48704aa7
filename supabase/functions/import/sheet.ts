import { Refusal } from '../_shared/errors.ts';
import { Growing, inPieces } from './bytes.ts';

/* A sheet as plain rows: what a file is read into once, goes to the browser packed, and comes back with every question about it.
   A line of JSON for each row that says something: [its number in the sheet, cell, cell, …]. */

export const mostRows = 50_000;
/** 50,000 rows of forty cells. A function has 256 MB for everything. */
const mostText = 40 * 1024 * 1024;

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
    let width = cells.length;
    while (width > 0 && cells[width - 1]?.trim() === '') width--;
    if (width === 0) return;
    // Titles may stand above the heads: the exact count is taken once the heads are found.
    if (++this.#count > mostRows + 15) throw new Refusal('file_too_many_rows', 413, { max: mostRows });
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
    if (this.#lines.length > mostText) throw tooMuch();
  }
}

export class Sheet implements Iterable<SheetRow> {
  readonly #lines: Uint8Array<ArrayBuffer>;

  constructor(lines: Uint8Array<ArrayBuffer>) {
    this.#lines = lines;
  }

  static async unpack(packed: Blob): Promise<Sheet> {
    return new Sheet(await gunzip(packed, mostText, tooMuch));
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
      const cells = lineOf(decoder.decode(this.#lines.subarray(at, end)));
      yield { row: cells.shift() as number, cells: cells as string[] };
      at = end + 1;
    }
  }
}

/** It has been in other hands since. */
function lineOf(text: string): unknown[] {
  try {
    const line: unknown = JSON.parse(text);
    if (Array.isArray(line) && Number.isInteger(line[0]) && line.every((cell, at) => at === 0 || typeof cell === 'string')) return line;
  } catch {
    // No JSON: refused like every other line that is none of ours.
  }
  throw new Refusal('request_invalid', 400, { field: 'file' });
}

/** What would unpack to more than `most` bytes is let go at that point. */
export async function gunzip(packed: Blob, most: number, tooLarge: () => Refusal): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Growing();
  try {
    for await (const part of packed.stream().pipeThrough(new DecompressionStream('gzip'))) {
      whole.bytes(part);
      if (whole.length > most) break;
    }
  } catch {
    throw new Refusal('file_broken', 422);
  }
  if (whole.length > most) throw tooLarge();
  return whole.whole();
}

const tooMuch = () => new Refusal('file_unpacks_too_large', 413, { max_mb: mostText / 1024 / 1024 });
