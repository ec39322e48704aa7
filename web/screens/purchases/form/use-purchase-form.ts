import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { proposedCosts } from '@/db/purchases.ts';
import { addPicked, type CartLine, type LineFigure, type Picked } from './cart.ts';
import { changeForm, draftOf, sameForm, type FormChange, type PurchaseDraft, type PurchaseForm } from './form-state.ts';

/** How long the line just added or counted up shows it. */
const FLASH = 1600;
const KEEP_AFTER = 400;

export interface Touched {
  id: string;
  /** The quantity before; null for a new line. */
  before: string | null;
}

interface Start {
  form: PurchaseForm;
  /** What "no changes" means. */
  base: PurchaseForm;
  version: number | null;
  keep: (draft: PurchaseDraft) => void;
  drop: () => void;
}

/** The form's state, its draft on the device, and the costs that new lines propose. */
export function usePurchaseForm({ form: start, base, version, keep, drop }: Start) {
  const [form, dispatch] = useReducer(changeForm, start);
  const [touched, setTouched] = useState<readonly Touched[]>([]);
  const dirty = !sameForm(form, base);
  const saved = useRef(false);

  useEffect(() => {
    const store = () => {
      if (saved.current) return;
      if (dirty) keep(draftOf(form, version, new Date().toISOString()));
      else drop();
    };
    const timer = setTimeout(store, KEEP_AFTER);
    // A reload right after a key must not lose it.
    window.addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', store);
    };
  }, [form, dirty, version, keep, drop]);

  useEffect(() => {
    if (touched.length === 0) return;
    const timer = setTimeout(() => setTouched([]), FLASH);
    return () => clearTimeout(timer);
  }, [touched]);

  const supplier = useRef(form.supplierId);
  useEffect(() => {
    supplier.current = form.supplierId;
  }, [form.supplierId]);
  /** A cost is a proposal: where none is known, or the line is down, it is typed. */
  const propose = async (ids: readonly string[]) => {
    if (ids.length === 0) return;
    const costs = await proposedCosts([...ids], supplier.current).catch(() => []);
    dispatch({ do: 'costs', costs: new Map(costs.map((cost) => [cost.variant_id, String(cost.unit_cost)])) });
  };

  /** Answers what was refused because it is in the cart already. */
  const pick = (picked: readonly Picked[]): string[] => {
    const { added, refused } = addPicked(form.lines, picked);
    if (added.length) {
      dispatch({ do: 'pick', picked });
      setTouched(added.map((id) => ({ id, before: null })));
      const costless = new Set(picked.filter((one) => !one.cost).map((one) => one.variant.variant_id));
      void propose(added.filter((id) => costless.has(id)));
    }
    return refused;
  };
  const fillGrid = (cells: readonly Picked[]) => {
    const there = new Set(form.lines.map((line) => line.variant.variant_id));
    dispatch({ do: 'grid', cells });
    const added = cells.filter((cell) => cell.quantity !== '' && !there.has(cell.variant.variant_id)).map((cell) => cell.variant.variant_id);
    setTouched(added.map((id) => ({ id, before: null })));
    void propose(added);
  };
  const more = (line: CartLine) => {
    setTouched([{ id: line.variant.variant_id, before: line.quantity }]);
    dispatch({ do: 'more', id: line.variant.variant_id });
  };
  // The rows of the cart are memoised by these.
  const setFigure = useCallback((id: string, figure: string, value: string) => dispatch({ do: 'figure', id, figure: figure as LineFigure, value }), []);
  const setFigures = useCallback((from: string, figure: string, values: string[]) => dispatch({ do: 'figures', from, figure: figure as LineFigure, values }), []);
  const change = useCallback((next: FormChange) => dispatch(next), []);
  /** It is saved or given up: nothing of it stays on the device. */
  const finish = () => {
    saved.current = true;
    drop();
  };
  return { form, change, pick, fillGrid, more, setFigure, setFigures, dirty, touched, finish };
}
