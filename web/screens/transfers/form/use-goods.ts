import { useMemo } from 'react';
import { lineTotal, sum } from '@/lib/money.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { Line } from './lines.ts';
import { useCosts, type Costs } from './use-costs.ts';

type FormLine = Line<VariantRow>;

/** The total cost of a form's goods today; null while a cost is unknown. Only changed lines are calculated again. */
export function useGoods(lines: readonly FormLine[], known?: Costs): string | null {
  const costs = useCosts(
    useMemo(() => lines.map((line) => line.variant.variant_id), [lines]),
    known,
  );
  const totalOf = useMemo(() => {
    const cache = new WeakMap<FormLine, string | null>();
    return (line: FormLine) => {
      if (!cache.has(line)) cache.set(line, findTotal(line, costs.get(line.variant.variant_id) ?? null));
      return cache.get(line) ?? null;
    };
  }, [costs]);
  return useMemo(() => {
    const totals: string[] = [];
    for (const line of lines) {
      const total = totalOf(line);
      if (total === null) return null;
      totals.push(total);
    }
    return sum(totals);
  }, [lines, totalOf]);
}

/** An invalid quantity counts as zero. */
function findTotal({ quantity }: FormLine, cost: number | null): string | null {
  return cost === null ? null : lineTotal({ quantity: Number.isFinite(Number(quantity)) ? quantity || '0' : '0', price: cost });
}
