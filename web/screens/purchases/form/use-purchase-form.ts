import { useCallback } from 'react';
import { proposedCosts } from '@/db/purchases.ts';
import { useLineForm, type Start } from '@/parts/lines/use-line-form.ts';
import { useSteady } from '@/parts/lines/use-steady.ts';
import { addPicked, type LineFigure, type Picked } from './cart.ts';
import { changeForm, draftOf, sameForm, type PurchaseDraft, type PurchaseForm } from './form-state.ts';

const rules = { reduce: changeForm, same: sameForm, draftOf };

/** The form's state, its draft on the device, and the costs that new lines propose. */
export function usePurchaseForm(start: Start<PurchaseForm, PurchaseDraft>) {
  const { touch, ...state } = useLineForm(start, rules);
  const { form, change } = state;
  /** A cost is a proposal: where none is known, or the line is down, it is typed. */
  const propose = async (ids: readonly string[]) => {
    touch(ids.map((id) => ({ id, before: null })));
    if (ids.length === 0) return;
    const costs = await proposedCosts([...ids], form.header.supplierId).catch(() => []);
    change({ do: 'costs', costs: new Map(costs.map((cost) => [cost.variant_id, String(cost.unit_cost)])) });
  };
  /** Answers what was refused because it is in the cart already. */
  const pick = (picked: readonly Picked[]): string[] => {
    const { added, refused } = addPicked(form.lines, picked);
    if (added.length) {
      change({ do: 'pick', picked });
      void propose(added);
    }
    return refused;
  };
  const fillGrid = useSteady((cells: readonly Picked[]) => {
    const there = new Set(form.lines.map((line) => line.variant.variant_id));
    change({ do: 'grid', cells });
    void propose(cells.filter((cell) => cell.quantity !== '' && !there.has(cell.variant.variant_id)).map((cell) => cell.variant.variant_id));
  });
  const more = (id: string) => {
    touch(form.lines.filter((line) => line.variant.variant_id === id).map((line) => ({ id, before: line.quantity })));
    change({ do: 'more', id });
  };
  // The rows of the cart are memoised by these.
  const setFigure = useCallback((id: string, figure: string, value: string) => change({ do: 'figure', id, figure: figure as LineFigure, value }), [change]);
  const setFigures = useCallback((from: string, figure: string, values: string[]) => change({ do: 'figures', from, figure: figure as LineFigure, values }), [change]);
  return { ...state, pick, fillGrid, more, setFigure, setFigures };
}
