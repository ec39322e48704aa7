/* The figures of a decision's dialog: stock before, change and after at both ends, and the stock a reversal finds. */
import { addUp } from '@/lib/pieces.ts';

interface PreviewLine {
  variant_id: string;
  quantity: number;
  at_source: number | null;
  at_target: number | null;
  sold_since: number | null;
}

export interface Preview {
  lines: readonly PreviewLine[];
  source: { now: number | null };
  target: { now: number | null };
}

export type Decision = 'approve' | 'reverse' | 'withdraw';

export interface AccountRow {
  now: number | null;
  change: number;
  after: number | null;
}

export interface StockEffect {
  pieces: number;
  source: AccountRow;
  target: AccountRow;
  /** Null if the user may not see one of the ends. */
  both: AccountRow | null;
}

export function stockEffectOf(preview: Preview, decision: Decision): StockEffect {
  const pieces = addUp(preview.lines.map(({ quantity }) => quantity));
  const moved = decision === 'withdraw' ? 0 : decision === 'approve' ? pieces : -pieces;
  const row = (now: number | null, change: number): AccountRow => ({
    now,
    // Avoids -0.
    change: change === 0 ? 0 : change,
    after: now === null ? null : addUp([now, change]),
  });
  const source = row(preview.source.now, -moved);
  const target = row(preview.target.now, moved);
  const both = source.now === null || target.now === null ? null : row(addUp([source.now, target.now]), 0);
  return { pieces, source, target, both };
}

export interface StockCheck {
  variantId: string;
  quantity: number;
  /** Pieces in stock where the goods would leave; null if the user may not see it. */
  has: number | null;
  sold: number | null;
  missing: number;
}

/** Each line's stock where the goods would leave: at the source for an approval, at the destination for a reversal. */
export function stockChecks(preview: Preview, decision: Decision): StockCheck[] {
  return preview.lines.map((line) => {
    const has = decision === 'approve' ? line.at_source : line.at_target;
    const missing = decision === 'withdraw' || has === null ? 0 : Math.max(0, addUp([line.quantity, -has]));
    return { variantId: line.variant_id, quantity: line.quantity, has, sold: decision === 'reverse' ? line.sold_since : null, missing };
  });
}
