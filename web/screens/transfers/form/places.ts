/* The two ends of a transfer. A place is a branch's shop floor, or a stock point in that branch. */

export interface Place {
  branchId: string | null;
  stockPointId: string | null;
}

export interface TransferEnds {
  from: Place;
  to: Place;
}

export type Mode = 'branch' | 'stock_point';

export type EndsProblem = 'branches_missing' | 'stock_point_missing' | 'branches_same' | 'places_same';

export const emptyPlace: Place = { branchId: null, stockPointId: null };

export const samePlace = (a: Place, b: Place) => a.branchId === b.branchId && a.stockPointId === b.stockPointId;

/** Two ends in one branch mean a stock point transfer; an incomplete choice keeps the initial mode. */
export function modeOf(ends: TransferEnds, begun: Mode = 'branch'): Mode {
  if (!ends.from.branchId || !ends.to.branchId) return begun;
  return ends.from.branchId === ends.to.branchId ? 'stock_point' : 'branch';
}

/** Both branches must be chosen, or the branch and its stock point. */
export function endsProblem(mode: Mode, { from, to }: TransferEnds): EndsProblem | null {
  if (mode === 'branch') {
    if (!from.branchId || !to.branchId) return 'branches_missing';
    return from.branchId === to.branchId ? 'branches_same' : null;
  }
  if (!from.branchId) return 'branches_missing';
  if (!from.stockPointId && !to.stockPointId) return 'stock_point_missing';
  return from.stockPointId === to.stockPointId ? 'places_same' : null;
}

/** Changes the mode and keeps the source branch. */
export function withMode(mode: Mode, ends: TransferEnds): TransferEnds {
  const from = { branchId: ends.from.branchId, stockPointId: null };
  return { from, to: mode === 'branch' ? emptyPlace : { branchId: from.branchId, stockPointId: null } };
}

/** Within a branch both ends share it, so a choice at one end applies to both. */
export function withBranch(mode: Mode, ends: TransferEnds, end: 'from' | 'to', branchId: string): TransferEnds {
  if (mode === 'stock_point') {
    return { from: { ...ends.from, branchId }, to: { ...ends.to, branchId } };
  }
  return { ...ends, [end]: { branchId, stockPointId: null } };
}

export const turned = ({ from, to }: TransferEnds): TransferEnds => ({ from: to, to: from });
