/* The lines of a transfer as its form reckons and shows them. */

interface LineVariant {
  variant_id: string;
  /** Pieces at both ends now; null where the reader may not look. */
  at_source: number | null;
  at_target: number | null;
}

export interface Line<Variant extends LineVariant = LineVariant> {
  variant: Variant;
  quantity: string;
}

export type LineProblem =
  | { kind: 'missing' | 'not_a_number' | 'not_positive' | 'too_precise' }
  | { kind: 'short'; needs: number; has: number };

// Quantities have three decimals; in thousandths they add up without the noise of floating point.
const thousandths = (text: string) => Math.round(Number(text || '0') * 1000);

export function problemOf(line: Line): LineProblem | null {
  if (line.quantity.trim() === '') return { kind: 'missing' };
  const amount = Number(line.quantity);
  if (!Number.isFinite(amount)) return { kind: 'not_a_number' };
  if (amount <= 0) return { kind: 'not_positive' };
  if (Math.abs(amount * 1000 - Math.round(amount * 1000)) > 1e-6) return { kind: 'too_precise' };
  const has = line.variant.at_source;
  return has !== null && amount > has ? { kind: 'short', needs: amount, has } : null;
}

/** What stands at an end now and would after; after is unknown for a quantity that cannot be. */
export function ends(line: Line): { source: Flow | null; target: Flow | null } {
  const problem = problemOf(line);
  const moved = problem && problem.kind !== 'short' ? null : thousandths(line.quantity);
  const flow = (now: number | null, sign: 1 | -1): Flow | null =>
    now === null ? null : { now, after: moved === null || problem?.kind === 'short' && sign < 0 ? null : (Math.round(now * 1000) + sign * moved) / 1000 };
  return { source: flow(line.variant.at_source, -1), target: flow(line.variant.at_target, 1) };
}

export interface Flow {
  now: number;
  after: number | null;
}

export interface Sums {
  lines: number;
  pieces: number;
  short: number;
  /** Lines whose quantity is missing or cannot be; they stop the save, shortness only warns. */
  wrong: number;
}

export function sumsOf(lines: readonly Line[]): Sums {
  let total = 0;
  let short = 0;
  let wrong = 0;
  for (const line of lines) {
    const problem = problemOf(line);
    if (problem?.kind === 'short') short += 1;
    else if (problem) wrong += 1;
    if (!problem || problem.kind === 'short') total += thousandths(line.quantity);
  }
  return { lines: lines.length, pieces: total / 1000, short, wrong };
}
