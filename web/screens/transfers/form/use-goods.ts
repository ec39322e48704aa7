import { useMemo } from 'react';
import { lineTotal, sum } from '@/lib/money.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { Line } from './lines.ts';
import { useCosts, type Costs } from './use-costs.ts';

type FormLine = Line<VariantRow>;

/** What the goods of a form cost today; null while a cost is unknown. A key reckons the line it changed, not a thousand. */
export function useGoods(lines: readonly FormLine[], known?: Costs): string | null {
  const costs = useCosts(
    useMemo(() => lines.map((line) => line.variant.variant_id), [lines]),
    known,
  );
  const totalOf = useMemo(() => {
    const reckoned = new WeakMap<FormLine, string | null>();
    return (line: FormLine) => {
      if (!reckoned.has(line)) reckoned.set(line, findTotal(line, costs.get(line.variant.variant_id) ?? null));
      return reckoned.get(line) ?? null;
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

/** What is no quantity yet counts as nothing. */
function findTotal({ quantity }: FormLine, cost: number | null): string | null {
  return cost === null ? null : lineTotal({ quantity: Number.isFinite(Number(quantity)) ? quantity || '0' : '0', price: cost });
}
