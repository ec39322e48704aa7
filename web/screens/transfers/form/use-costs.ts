import { useEffect, useState } from 'react';
import { rpc } from '@/db/calls.ts';
import { useCan } from '@/db/me.ts';
import { MAX_ROWS } from '@/parts/variant-picker/variant-row.ts';

export type Costs = ReadonlyMap<string, number | null>;
const none: Costs = new Map();

/** Today's unit cost of each variant, fetched once unless it came with the transfer; empty for users who may not see costs. */
export function useCosts(variantIds: readonly string[], known = none): Costs {
  const allowed = useCan()('inventory.costs.view');
  const [costs, setCosts] = useState(known);
  const key = allowed ? variantIds.filter((id) => !costs.has(id)).join() : '';
  useEffect(() => {
    if (!key) return;
    // The API answers at most 1,000 rows; the next ones are fetched after these.
    const ids = key.split(',', MAX_ROWS);
    const asking = new AbortController();
    rpc('unit_costs', { variant_ids: ids }, asking.signal).then(
      (rows) => {
        const answer = new Map(rows.map((row) => [row.variant_id, row.unit_cost]));
        // Variants missing from the answer are stored as null, so they are not requested again.
        setCosts((before) => new Map([...before, ...ids.map((id): [string, number | null] => [id, answer.get(id) ?? null])]));
      },
      // After an error the amount stays unknown; the next line retries.
      () => undefined,
    );
    return () => asking.abort();
  }, [key]);
  return costs;
}
