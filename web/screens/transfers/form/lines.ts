/* The lines of a transfer in its form, and their sums. */
import { minus, plus, sum } from '@/lib/money.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';

interface LineVariant {
  variant_id: string;
  /** The current stock at both ends; null where the user may not see it. */
  at_source: number | null;
  at_target: number | null;
  by_measure: boolean;
}

export interface Line<Variant extends LineVariant = LineVariant> {
  variant: Variant;
  quantity: string;
}

export type LineProblem = { kind: QuantityProblem | 'not_positive' } | { kind: 'short'; needs: number; has: number };

export function problemOf({ quantity, variant: { at_source: has, by_measure } }: Line): LineProblem | null {
  const kind = quantityProblem(quantity, by_measure);
  if (kind) return { kind };
  if (Number(quantity) <= 0) return { kind: 'not_positive' };
  return has !== null && Number(quantity) > has ? { kind: 'short', needs: Number(quantity), has } : null;
}

/** The stock at both ends before and after; `after` is null for an invalid quantity. */
export function ends(line: Line): { from: Flow | null; to: Flow | null } {
  const problem = problemOf(line);
  const moves = !problem || problem.kind === 'short';
  const flow = (now: number | null, after: (now: number) => string, cannot = false): Flow | null =>
    now === null ? null : { now, after: moves && !cannot ? Number(after(now)) : null };
  return {
    from: flow(line.variant.at_source, (now) => minus(now, line.quantity), problem?.kind === 'short'),
    to: flow(line.variant.at_target, (now) => plus(now, line.quantity)),
  };
}

export interface Flow {
  now: number;
  after: number | null;
}

export interface Sums {
  lines: number;
  pieces: number;
  short: number;
  /** Lines with a missing or invalid quantity. They block the save; a shortage only warns. */
  wrong: number;
}

export function sumsOf(lines: readonly Line[]): Sums {
  const problems = lines.map((line) => problemOf(line)?.kind);
  const valid = lines.filter((_, index) => problems[index] === undefined || problems[index] === 'short');
  return {
    lines: lines.length,
    pieces: Number(sum(valid.map(({ quantity }) => quantity))),
    short: problems.filter((kind) => kind === 'short').length,
    wrong: lines.length - valid.length,
  };
}
