/* What keeps a stock entry from being posted. */
import type { EntryHead } from './form-state.ts';
import { leftEmpty, problemOf, problemOfCost, type EntryLine } from './lines.ts';

/** Beside the lines. */
export const missingOf = ({ kind, branchId, reason }: EntryHead) => ({
  branch: branchId === '',
  reason: kind === 'adjustment' && reason === '',
});

/** The line at which something is missing or cannot be: the first, where all are left empty. */
export function wrongLine({ kind }: EntryHead, rows: readonly EntryLine[]): string | undefined {
  const wrong =
    rows.find((row) => problemOf(kind, row) ?? problemOfCost(kind, row)) ??
    (rows.every(({ quantity }) => leftEmpty(kind, quantity)) ? rows[0] : undefined);
  return wrong?.variant.variant_id;
}
