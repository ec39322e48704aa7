import { Refusal } from '../_shared/errors.ts';
import { decode, detectEncoding, type Encoding } from './encoding.ts';
import { maxInRow } from './limits.ts';
import type { SheetWriter } from './sheet.ts';

const separators = [';', '|', ',', '\t'] as const;

export function readCsv(
  bytes: Uint8Array,
  choices: { encoding?: Encoding; separator?: string },
  rows: SheetWriter,
): { encoding: Encoding; separator: string } {
  const { encoding, damaged } = choices.encoding ? { encoding: choices.encoding, damaged: false } : detectEncoding(bytes);
  let reader: CsvReader | undefined;
  let separator = ',';
  for (const part of decode(bytes, encoding)) {
    let text = part;
    if (!reader) {
      // Excel's `sep=` line names the separator; it counts as a row so that row numbers agree with those in Excel.
      const named = /^sep=(.)\r?\n/i.exec(text);
      if (named) text = text.slice(named[0].length);
      separator = choices.separator ?? named?.[1] ?? guessSeparator(text);
      reader = new CsvReader(separator, named ? 1 : 0, (row, cells) => {
        // Refused before it becomes part of a name, with its surroundings. If the user then chooses an encoding, it is accepted.
        const damagedCell = damaged ? cells.find((cell) => cell.includes('\uFFFD')) : undefined;
        if (damagedCell !== undefined) throw new Refusal('file_bad_byte', 422, { row, text: excerptOf(damagedCell), encoding });
        rows.add(row, cells);
      });
    }
    reader.write(text);
  }
  reader?.end();
  return { encoding, separator };
}

const excerptOf = (text: string): string => text.slice(Math.max(0, text.indexOf('\uFFFD') - 20), text.indexOf('\uFFFD') + 21).trim();

/** Parses RFC 4180 with any line end as a stream: each character is read once, and only the current row is kept. */
export class CsvReader {
  readonly #separator: number;
  readonly #onRow: (row: number, cells: string[]) => void;
  #row: number;
  #cells: string[] = [];
  #cell = '';
  #letters = 0;
  /** after: after a quote in a quoted cell, which closes it unless another quote follows; spaces: after the closing quote. */
  #state: 'start' | 'plain' | 'quoted' | 'after' | 'spaces' = 'start';
  #endedWithCr = false;

  constructor(separator: string, row: number, onRow: (row: number, cells: string[]) => void) {
    this.#separator = separator.charCodeAt(0);
    this.#row = row;
    this.#onRow = onRow;
  }

  write(text: string): void {
    let at = 0;
    // The LF of a CRLF that was split between two chunks.
    if (this.#endedWithCr && text.charCodeAt(0) === 10) at = 1;
    if (text !== '') this.#endedWithCr = false;
    while (at < text.length) {
      if (this.#state === 'quoted') {
        const found = text.indexOf('"', at);
        this.#append(text.slice(at, found === -1 ? text.length : found));
        if (found === -1) return;
        this.#state = 'after';
        at = found + 1;
        continue;
      }
      const letter = text.charCodeAt(at);
      if (this.#state === 'start' && letter === 34) this.#state = 'quoted';
      else if (this.#state === 'after' && letter === 34) {
        this.#state = 'quoted';
        this.#append('"');
      } else if (letter === this.#separator) this.#endCell();
      else if (letter === 10 || letter === 13) {
        this.#endRow();
        if (letter === 13 && text.charCodeAt(at + 1) === 10) at++;
        else this.#endedWithCr = letter === 13 && at + 1 === text.length;
      } else if (this.#state === 'after' || this.#state === 'spaces') {
        if (letter !== 32 && letter !== 9) throw new Refusal('file_after_quotes', 422, { row: this.#row + 1 });
        this.#state = 'spaces';
      } else {
        let end = at + 1;
        for (; end < text.length; end++) {
          const next = text.charCodeAt(end);
          if (next === this.#separator || next === 10 || next === 13) break;
        }
        this.#append(text.slice(at, end));
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

  #append(text: string): void {
    this.#cell += text;
    this.#letters += text.length;
    if (this.#letters > maxInRow)
      throw this.#state === 'quoted' ? this.#unclosed() : new Refusal('file_row_too_long', 413, { row: this.#row + 1, max: maxInRow });
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
    // Each cell counts as one character more, so that empty cells are limited too.
    if (++this.#letters > maxInRow) this.#append('');
  }

  #endRow(): void {
    this.#endCell();
    this.#onRow(++this.#row, this.#cells);
    this.#cells = [];
    this.#letters = 0;
  }

  #unclosed = () => new Refusal('file_quotes', 422, { row: this.#row + 1 });
}

/** The separator whose count outside quotes is the same in most of the first 20 lines; if several are, a tab, which no text contains, or the
    most frequent one, or else one that is in no number. */
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
    const score = usual + (separator === '\t' ? 0.999 : Math.min(Math.max(0, ...counts), 900) / 1000);
    if (usual > 0 && score > best.score) best = { separator, score };
  }
  return best.separator;
}
