import { Refusal } from '../_shared/errors.ts';
import { decode, detectEncoding, type Encoding } from './encoding.ts';
import { mostInRow } from './limits.ts';
import type { SheetWriter } from './sheet.ts';

const separators = [',', ';', '\t', '|'] as const;

export function readCsv(
  bytes: Uint8Array,
  wanted: { encoding?: Encoding; separator?: string },
  rows: SheetWriter,
): { encoding: Encoding; separator: string } {
  const { encoding, damaged } = wanted.encoding ? { encoding: wanted.encoding, damaged: false } : detectEncoding(bytes);
  let reader: CsvReader | undefined;
  let separator = ',';
  for (const part of decode(bytes, encoding)) {
    let text = part;
    if (!reader) {
      // Excel's own way of naming the separator; the line stays a row so that row numbers agree with what Excel shows.
      const named = /^sep=(.)\r?\n/i.exec(text);
      if (named) text = text.slice(named[0].length);
      separator = wanted.separator ?? named?.[1] ?? guessSeparator(text);
      reader = new CsvReader(separator, named ? 1 : 0, (row, cells) => {
        // Said before any of it is taken for a name, with the words beside it to find it by; who then chooses an encoding has seen it.
        const spoilt = damaged ? cells.find((cell) => cell.includes('\uFFFD')) : undefined;
        if (spoilt !== undefined) throw new Refusal('file_bad_byte', 422, { row, text: around(spoilt), encoding });
        rows.add(row, cells);
      });
    }
    reader.write(text);
  }
  reader?.end();
  return { encoding, separator };
}

const around = (text: string): string => text.slice(Math.max(0, text.indexOf('\uFFFD') - 20), text.indexOf('\uFFFD') + 21).trim();

/** RFC 4180 with any end of line, as it comes: no letter is looked at twice, and no more is kept than the row that is being read. */
export class CsvReader {
  readonly #separator: number;
  readonly #on: (row: number, cells: string[]) => void;
  #row: number;
  #cells: string[] = [];
  #cell = '';
  #letters = 0;
  /** after: a quote was just found in quotes, which is their end unless another follows; spaces: those behind the end. */
  #state: 'start' | 'plain' | 'quoted' | 'after' | 'spaces' = 'start';
  #returned = false;

  constructor(separator: string, row: number, on: (row: number, cells: string[]) => void) {
    this.#separator = separator.charCodeAt(0);
    this.#row = row;
    this.#on = on;
  }

  write(text: string): void {
    let at = 0;
    // The second half of a line's end.
    if (this.#returned && text.charCodeAt(0) === 10) at = 1;
    if (text !== '') this.#returned = false;
    while (at < text.length) {
      if (this.#state === 'quoted') {
        const found = text.indexOf('"', at);
        this.#take(text.slice(at, found === -1 ? text.length : found));
        if (found === -1) return;
        this.#state = 'after';
        at = found + 1;
        continue;
      }
      const letter = text.charCodeAt(at);
      if (this.#state === 'start' && letter === 34) this.#state = 'quoted';
      else if (this.#state === 'after' && letter === 34) {
        this.#state = 'quoted';
        this.#take('"');
      } else if (letter === this.#separator) this.#endCell();
      else if (letter === 10 || letter === 13) {
        this.#endRow();
        if (letter === 13 && text.charCodeAt(at + 1) === 10) at++;
        else this.#returned = letter === 13 && at + 1 === text.length;
      } else if (this.#state === 'after' || this.#state === 'spaces') {
        if (letter !== 32 && letter !== 9) throw new Refusal('file_after_quotes', 422, { row: this.#row + 1 });
        this.#state = 'spaces';
      } else {
        let end = at + 1;
        for (; end < text.length; end++) {
          const next = text.charCodeAt(end);
          if (next === this.#separator || next === 10 || next === 13) break;
        }
        this.#take(text.slice(at, end));
        this.#state = 'plain';
        at = end;
        continue;
      }
      at++;
    }
  }

  end(): void {
    if (this.#state === 'quoted') throw this.#unclosed();
    if (this.#state !== 'start' || this.#cells.length > 0) this.#endRow();
  }

  #take(text: string): void {
    this.#cell += text;
    this.#letters += text.length;
    if (this.#letters > mostInRow)
      throw this.#state === 'quoted' ? this.#unclosed() : new Refusal('file_row_too_long', 413, { row: this.#row + 1, max: mostInRow });
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
    // An empty cell takes room too.
    if (++this.#letters > mostInRow) this.#take('');
  }

  #endRow(): void {
    this.#endCell();
    this.#on(++this.#row, this.#cells);
    this.#cells = [];
    this.#letters = 0;
  }

  #unclosed = () => new Refusal('file_quotes', 422, { row: this.#row + 1 });
}

/** The mark that stands outside quotes equally often in the most of the first lines. */
function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 64 * 1024)
    .replace(/"(?:[^"]|"")*"/g, 'x')
    .split(/\r?\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  let best: { separator: string; score: number } = { separator: ',', score: 0 };
  for (const separator of separators) {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const usual = Math.max(0, ...counts.filter((count) => count > 0).map((count) => counts.filter((other) => other === count).length));
    const score = usual + Math.max(0, ...counts) / 1000;
    if (usual > 0 && score > best.score) best = { separator, score };
  }
  return best.separator;
}
