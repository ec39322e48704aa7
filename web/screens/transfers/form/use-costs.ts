import { useEffect, useState } from 'react';
import { rpc } from '@/db/calls.ts';
import { useCan } from '@/db/me.ts';
import { MOST_ROWS } from '@/parts/variant-picker/variant-row.ts';

export type Costs = ReadonlyMap<string, number | null>;
const none: Costs = new Map();

/** Today's cost of a piece, asked once for each variant that appears, unless it came with the transfer; empty for those who may not see costs. */
export function useCosts(variantIds: readonly string[], known = none): Costs {
  const allowed = useCan()('inventory.costs.view');
  const [costs, setCosts] = useState(known);
  const key = allowed ? variantIds.filter((id) => !costs.has(id)).join() : '';
  useEffect(() => {
    if (!key) return;
    // The answer holds a thousand rows at most; the next thousand are asked for when these are known.
    const ids = key.split(',', MOST_ROWS);
    const asking = new AbortController();
    rpc('unit_costs', { variant_ids: ids }, asking.signal).then(
      (rows) => {
        const answer = new Map(rows.map((row) => [row.variant_id, row.unit_cost]));
        // A variant without an answer is not asked about again and again.
        setCosts((before) => new Map([...before, ...ids.map((id): [string, number | null] => [id, answer.get(id) ?? null])]));
      },
      // Without an answer the amount stays unknown; the next line asks again.
      () => undefined,
    );
    return () => asking.abort();
  }, [key]);
  return costs;
}
