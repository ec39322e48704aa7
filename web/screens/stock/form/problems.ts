/* What blocks posting a stock entry. */
import type { EntryHead } from './form-state.ts';
import { leftEmpty, problemOf, problemOfCost, type EntryLine } from './lines.ts';

/** Missing fields of the head. */
export const missingOf = ({ kind, branchId, reason }: EntryHead) => ({
  branch: branchId === '',
  reason: kind === 'adjustment' && reason === '',
});

/** The first invalid line, or the first line if all are empty. */
export function wrongLine({ kind }: EntryHead, rows: readonly EntryLine[]): string | undefined {
  const wrong =
    rows.find((row) => problemOf(kind, row) ?? problemOfCost(kind, row)) ??
    (rows.every(({ quantity }) => leftEmpty(kind, quantity)) ? rows[0] : undefined);
  return wrong?.variant.variant_id;
}
