import Papa from 'npm:papaparse@5.7.1';
import { Refusal } from '../_shared/errors.ts';
import { decode, detectEncoding, type Encoding } from './encoding.ts';
import type { SheetWriter } from './sheet.ts';

export const separators = [',', ';', '\t', '|'] as const;

interface Step {
  data: string[];
  errors: { code?: string }[];
}

export function readCsv(bytes: Uint8Array, wanted: { encoding?: Encoding; separator?: string }, rows: SheetWriter): { encoding: Encoding; separator: string } {
  const encoding = wanted.encoding ?? detectEncoding(bytes);
  let text = decode(bytes, encoding);
  if (text.includes('\u0000')) throw new Refusal('file_not_a_sheet', 415);
  // Excel's own way of naming the separator; the line stays a row so that row numbers agree with what Excel shows.
  const named = /^sep=(.)\r?\n/i.exec(text);
  if (named) text = text.slice(named[0].length);
  const separator = wanted.separator ?? named?.[1] ?? guessSeparator(text);
  let row = named ? 1 : 0;
  Papa.parse(text, {
    delimiter: separator,
    skipEmptyLines: false,
    step: ({ data, errors }: Step) => {
      row++;
      if (errors.some((error) => error.code === 'MissingQuotes')) throw new Refusal('file_quotes', 422, { row });
      rows.add(row, data);
    },
  });
  return { encoding, separator };
}

/** The mark that stands outside quotes equally often in the most of the first lines. */
function guessSeparator(text: string): string {
  const lines = text.slice(0, 64 * 1024).replace(/"(?:[^"]|"")*"/g, 'x').split(/\r?\n|\r/).filter((line) => line.trim() !== '').slice(0, 20);
  let best: { separator: string; score: number } = { separator: ',', score: 0 };
  for (const separator of separators) {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const usual = Math.max(0, ...counts.filter((count) => count > 0).map((count) => counts.filter((other) => other === count).length));
    const score = usual + Math.max(0, ...counts) / 1000;
    if (usual > 0 && score > best.score) best = { separator, score };
  }
  return best.separator;
}
