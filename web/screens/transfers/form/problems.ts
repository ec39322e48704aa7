/* What keeps a transfer from being saved, and what only warns; as keys of sentences, no React. */
import { costProblem, type CostProblem } from '@/parts/lines/cost.ts';
import type { TransferForm } from './form-state.ts';
import type { Sums } from './lines.ts';
import { wayProblem, type WayProblem } from './places.ts';

export interface FormProblems {
  way: WayProblem | null;
  /** The end of the way at which its problem stands. */
  end: 'from' | 'to';
  shipping: CostProblem | null;
  /** The first thing that stops a save. */
  blocking: 'noVariant' | WayProblem | 'wrongLines' | 'shippingWrong' | null;
}

export function problemsOf(
  { head: { mode, way: chosen, shipping: typed }, lines }: Pick<TransferForm, 'head' | 'lines'>,
  sums: Sums,
): FormProblems {
  const way = wayProblem(mode, chosen);
  const shipping = typed === '' ? null : costProblem(typed);
  const atFrom = mode === 'branch' ? !chosen.from.branchId : way === 'branches_missing';
  return {
    way,
    end: atFrom ? 'from' : 'to',
    shipping,
    blocking: lines.length === 0 ? 'noVariant' : (way ?? (sums.wrong > 0 ? 'wrongLines' : shipping ? 'shippingWrong' : null)),
  };
}
