import { useRef } from 'react';
import type { VariantDraft } from './variant-set.ts';

const STEPS = 50;

/** Undo in the grid: Ctrl+Z reverts one action, such as a cell, a pasted block or a new colour. */
export function useVariantHistory(variants: VariantDraft[], onChange: (variants: VariantDraft[]) => void) {
  const past = useRef<VariantDraft[][]>([]);
  const future = useRef<VariantDraft[][]>([]);
  const move = (from: typeof past, to: typeof past) => {
    const state = from.current.pop();
    if (!state) return;
    to.current.push(variants);
    onChange(state);
  };
  return {
    change: (next: VariantDraft[]) => {
      past.current = [...past.current.slice(-STEPS + 1), variants];
      future.current = [];
      onChange(next);
    },
    undo: () => move(past, future),
    redo: () => move(future, past),
  };
}
