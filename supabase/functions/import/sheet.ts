import { Refusal } from '../_shared/errors.ts';
import { ByteBuilder, free, inPieces } from '../_shared/bytes.ts';
import { inMegabytes, lastRow, maxColumns, maxInRow, maxMerges, maxRows, maxText } from './limits.ts';

/* A sheet as plain rows: a file is parsed into it once, the client gets it gzipped and sends it back with every later request.
   One line of JSON for each non-empty row: [number in the sheet, cell, cell, …], with numbers where the workbook has numbers;
   after them one line for each vertically merged range: [0, first row, last row, column]. */

export interface SheetRow {
  /** The row number, as Excel shows it. */
  row: number;
  cells: string[];
  /** The columns with a number in the workbook: it needs no parsing, and says nothing about the decimal mark of texts. */
  numbers: readonly number[];
}

interface Merge {
  from: number;
  to: number;
  column: number;
}

export class SheetWriter {
  #lines = new ByteBuilder();
  #piece = '';
  #count = 0;
  #merges: Merge[] = [];

  add(row: number, cells: (string | number)[]): void {
    if (row > lastRow) throw tooManyRows();
    let width = cells.length;
    while (width > 0 && isEmpty(cells[width - 1])) width--;
    if (width === 0) return;
    // Titles may be above the heads; the exact limit is checked once the heads are found.
    if (++this.#count > maxRows + 15) throw tooManyRows();
    if (width > maxColumns) throw tooManyColumns(row);
    // Cells may refer to shared strings, so a row may be much longer than its source.
    let letters = 0;
    for (let index = 0; index < width; index++) letters += lengthOf(cells[index]);
    if (letters > maxInRow) throw new Refusal('file_row_too_long', 413, { row, max: maxInRow });
    const line = JSON.stringify(width === cells.length ? cells : cells.slice(0, width));
    this.#piece += `[${row},${line.slice(1)}\n`;
    if (this.#piece.length > 16 * 1024) this.#flush();
  }

  /** Forgets all rows, to read the sheet once more. */
  clear(): void {
    this.#lines = new ByteBuilder();
    this.#piece = '';
    this.#count = 0;
    this.#merges = [];
  }

  /** The cell of the first of these rows applies to all of them. */
  merge(merge: Merge): void {
    if (merge.to <= merge.from || merge.column >= maxColumns) return;
    if (this.#merges.push(merge) > maxMerges) throw new Refusal('file_too_many_merges', 413, { max: maxMerges });
  }

  sheet(): Sheet {
    for (const { from, to, column } of this.#merges) this.#piece += `[0,${from},${to},${column}]\n`;
    this.#flush();
    return new Sheet(this.#lines.toBytes());
  }

  #flush(): void {
    this.#lines.text(this.#piece);
    this.#piece = '';
    if (this.#lines.length > maxText) throw tooMuchText();
  }
}

const isEmpty = (cell: string | number | undefined) => typeof cell === 'string' && cell.trim() === '';
const lengthOf = (cell: string | number | undefined) => (typeof cell === 'string' ? cell.length : 16);

export class Sheet implements Iterable<SheetRow> {
  readonly #lines: Uint8Array<ArrayBuffer>;

  constructor(lines: Uint8Array<ArrayBuffer>) {
    this.#lines = lines;
  }

  static async unpack(packed: Blob): Promise<Sheet> {
    return new Sheet(await gunzip(packed, maxText, tooMuchText));
  }

  async pack(): Promise<Uint8Array<ArrayBuffer>> {
    const packed = new ByteBuilder();
    for await (const part of inPieces(this.#lines).pipeThrough(new CompressionStream('gzip'))) packed.take(part);
    return packed.toBytes();
  }

  /** Frees the rows at once. */
  free(): void {
    free(this.#lines);
  }

  *[Symbol.iterator](): Generator<SheetRow> {
    const decoder = new TextDecoder();
    const { end, merges } = this.#readMerges(decoder);
    let openMerges: { merge: Merge; cell: string; number: boolean }[] = [];
    let next = 0;
    for (let index = 0; index < end; ) {
      const lineEnd = this.#endOf(index);
      const line = lineOf(decoder, this.#lines.subarray(index, lineEnd));
      const row = line.shift() as number;
      const numbers: number[] = [];
      const cells = line.map((cell, column) => (typeof cell === 'number' ? (numbers.push(column), String(cell)) : (cell as string)));
      openMerges = openMerges.filter(({ merge }) => merge.to >= row);
      for (const { merge, cell, number } of openMerges) {
        while (cells.length <= merge.column) cells.push('');
        if (cells[merge.column] !== '') continue;
        cells[merge.column] = cell;
        if (number) numbers.push(merge.column);
      }
      for (; next < merges.length && merges[next]!.from <= row; next++) {
        const merge = merges[next]!;
        const cell = merge.from === row ? cells[merge.column] : undefined;
        if (cell) openMerges.push({ merge, cell, number: numbers.includes(merge.column) });
      }
      yield { row, cells, numbers };
      index = lineEnd + 1;
    }
  }

  /** The merged ranges in the order of their rows, and where the rows end. */
  #readMerges(decoder: TextDecoder): { end: number; merges: Merge[] } {
    const merges: Merge[] = [];
    let end = this.#lines.length;
    while (end > 0) {
      const start = end < 2 ? 0 : this.#lines.lastIndexOf(10, end - 2) + 1;
      if (!(this.#lines[start] === 91 && this.#lines[start + 1] === 48 && this.#lines[start + 2] === 44)) break;
      const [, from, to, column] = lineOf(decoder, this.#lines.subarray(start, this.#endOf(start))) as number[];
      if (
        from === undefined ||
        to === undefined ||
        column === undefined ||
        merges.push({ from, to, column }) > maxMerges ||
        !(column >= 0 && column < maxColumns)
      )
        throw invalidFile();
      end = start;
    }
    return { end, merges: merges.sort((one, other) => one.from - other.from) };
  }

  #endOf(at: number): number {
    const found = this.#lines.indexOf(10, at);
    return found === -1 ? this.#lines.length : found;
  }
}

/** Parses a line and validates it, since it comes from the client. */
function lineOf(decoder: TextDecoder, bytes: Uint8Array): unknown[] {
  try {
    // A UTF-16 code unit takes three bytes at most, or six when JSON escapes it.
    const line: unknown = bytes.length > 6 * maxInRow ? null : JSON.parse(decoder.decode(bytes));
    if (
      Array.isArray(line) &&
      line.length <= maxColumns + 1 &&
      Number.isInteger(line[0]) &&
      line.every((cell) => typeof cell === 'string' || typeof cell === 'number')
    )
      return line;
  } catch {
    // Not JSON: refused below like every other invalid line.
  }
  throw invalidFile();
}

const invalidFile = () => new Refusal('request_invalid', 400, { field: 'file' });

/** Unpacks gzip; stops and refuses as soon as it exceeds `most` bytes. */
export async function gunzip(packed: Blob, most: number, tooLarge: () => Refusal): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new ByteBuilder();
  try {
    const bytes = new Uint8Array(await packed.arrayBuffer());
    for await (const part of inPieces(bytes).pipeThrough(new DecompressionStream('gzip'))) {
      whole.take(part);
      if (whole.length > most) break;
    }
  } catch {
    throw new Refusal('file_broken', 422);
  }
  if (whole.length > most) throw tooLarge();
  return whole.toBytes();
}

export const tooMuchText = () => new Refusal('file_unpacks_too_large', 413, { max_mb: inMegabytes(maxText) });
export const tooManyColumns = (row: number) => new Refusal('file_too_many_columns', 413, { row, max: maxColumns });
const tooManyRows = () => new Refusal('file_too_many_rows', 413, { max: maxRows });
