/* Sends labels to a printer in parts, so that the first are sent while the others are drawn. No React. */
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
  /** The state of the last job; 'refused': it was not accepted or could not be drawn. */
  state: Job['state'] | 'refused';
  reason: string | null;
  /** The number of pieces that reached the printer. */
  reached: number;
}

/** The sizes of the parts, small at first so that printing starts at once; the last size repeats. */
const parts = [4, 40, 200];
/** The print server's limit for one job. */
const maxLabels = 10_000;
/** Milliseconds of drawing between pauses for other work; a pause with a progress report takes longer than drawing a label. */
const msUntilPause = 25;

/** drawn: called with the number of drawn pieces. */
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
      const end = from + fitting(pieces.slice(from, from + parts[Math.min(part, parts.length - 1)]!));
      for (const { content, line } of pieces.slice(from, end)) {
        const { dots } = await drawLabel(content, target);
        pages.push({ png: base64Of(pngOf(dots)), copies: line.copies });
        if (performance.now() - paused < msUntilPause) continue;
        drawn(from + pages.length);
        await new Promise((resolve) => setTimeout(resolve));
        paused = performance.now();
      }
      drawn(end);
      const { state, reason } = await print(newId(), { printer: printer.id, dpi: printer.dpi, name, pages });
      if (state !== 'sent' && state !== 'done') return { state, reason, reached: from };
      from = end;
    }
  } catch (error) {
    // Earlier jobs were printed, so they are not offered again.
    return { state: 'refused', reason: error instanceof PrintServerError ? error.code : 'unknown', reached: from };
  }
  return { state: 'sent', reason: null, reached: pieces.length };
}

/** The number of pieces that fit into one job. */
function fitting(pieces: readonly Piece[]): number {
  let labels = 0;
  const over = pieces.findIndex(({ line }) => (labels += line.copies) > maxLabels);
  return over < 0 ? pieces.length : over;
}
