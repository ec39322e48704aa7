/* What blocks the save of a transfer, and what only warns, as i18n keys. No React. */
import { costProblem, type CostProblem } from '@/parts/lines/cost.ts';
import type { TransferForm } from './form-state.ts';
import type { Sums } from './lines.ts';
import { endsProblem, type EndsProblem } from './places.ts';

export interface FormProblems {
  ends: EndsProblem | null;
  /** The end that has the problem. */
  end: 'from' | 'to';
  shipping: CostProblem | null;
  /** The first problem that blocks the save. */
  blocking: 'noVariant' | EndsProblem | 'wrongLines' | 'shippingWrong' | null;
}

export function problemsOf(
  { head: { mode, ends: chosen, shipping: typed }, lines }: Pick<TransferForm, 'head' | 'lines'>,
  sums: Sums,
): FormProblems {
  const ends = endsProblem(mode, chosen);
  const shipping = typed === '' ? null : costProblem(typed);
  const atFrom = mode === 'branch' ? !chosen.from.branchId : ends === 'branches_missing';
  return {
    ends: ends,
    end: atFrom ? 'from' : 'to',
    shipping,
    blocking: lines.length === 0 ? 'noVariant' : (ends ?? (sums.wrong > 0 ? 'wrongLines' : shipping ? 'shippingWrong' : null)),
  };
}
