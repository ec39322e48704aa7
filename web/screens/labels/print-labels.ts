/* Sends labels to a printer: drawn one after the other, the first on their way while the rest is drawn. No React. */
import type { PrintLine } from '@/db/labels.ts';
import { newId } from '@/lib/id.ts';
import { base64Of, pngOf } from '@/lib/labels/dots.ts';
import { PrintServerError, type Job, type Printer } from '@/lib/print-server.ts';
import { print } from '@/parts/printing/connection.ts';
import type { Content, Target } from './drawing.ts';

export interface Piece {
  content: Content;
  line: PrintLine;
}

export interface Result {
  /** Of the last job; refused: it was not taken, or could not be drawn. */
  state: Job['state'] | 'refused';
  reason: string | null;
  /** Pieces before this one are at the printer. */
  reached: number;
}

/** The first ones leave at once; a page stays alive while hundreds are drawn. */
const parts = [4, 40, 200];
/** The print server takes no more labels in one job. */
const mostLabels = 10_000;
/** Milliseconds of drawing before the page may do something else: each pause, and telling how far it is, takes longer than a label. */
const untilPause = 25;

/** drawn: told how many pieces are drawn. */
export async function printLabels(
  pieces: readonly Piece[],
  printer: Printer,
  target: Target,
  name: string,
  drawn: (pieces: number) => void,
): Promise<Result> {
  let paused = performance.now();
  let from = 0;
  try {
    const { drawLabel } = await import('./drawing.ts');
    for (let part = 0; from < pieces.length; part++) {
      const pages = [];
      const upTo = from + fitting(pieces.slice(from, from + parts[Math.min(part, parts.length - 1)]!));
      for (const { content, line } of pieces.slice(from, upTo)) {
        const { dots } = await drawLabel(content, target);
        pages.push({ png: base64Of(pngOf(dots)), copies: line.copies });
        if (performance.now() - paused < untilPause) continue;
        drawn(from + pages.length);
        await new Promise((resolve) => setTimeout(resolve));
        paused = performance.now();
      }
      drawn(upTo);
      const { state, reason } = await print(newId(), { printer: printer.id, dpi: printer.dpi, name, pages });
      if (state !== 'sent' && state !== 'done') return { state, reason, reached: from };
      from = upTo;
    }
  } catch (error) {
    // What was printed before is not offered again.
    return { state: 'refused', reason: error instanceof PrintServerError ? error.code : 'unknown', reached: from };
  }
  return { state: 'sent', reason: null, reached: pieces.length };
}

/** How many of these are one job. */
function fitting(pieces: readonly Piece[]): number {
  let labels = 0;
  const over = pieces.findIndex(({ line }) => (labels += line.copies) > mostLabels);
  return over < 0 ? pieces.length : over;
}
