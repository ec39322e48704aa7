import { useRef } from 'react';
import type { VariantDraft } from './variant-set.ts';

const STEPS = 50;

/** Undo in the grid: Ctrl+Z reverts one action, such as a cell, a pasted block or a new colour. */
export function useVariantHistory(variants: VariantDraft[], onChange: (variants: VariantDraft[]) => void) {
  const past = useRef<VariantDraft[][]>([]);
  const future = useRef<VariantDraft[][]>([]);
  const travel = (from: typeof past, to: typeof past) => {
    const there = from.current.pop();
    if (!there) return;
    to.current.push(variants);
    onChange(there);
  };
  return {
    change: (next: VariantDraft[]) => {
      past.current = [...past.current.slice(-STEPS + 1), variants];
      future.current = [];
      onChange(next);
    },
    undo: () => travel(past, future),
    redo: () => travel(future, past),
  };
}
