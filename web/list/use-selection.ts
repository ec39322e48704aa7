import { useState } from 'react';
import { NOTHING, type Selection } from './selection.ts';

export interface Picking {
  selection: Selection;
  select: (selection: Selection) => void;
  clear: () => void;
}

/**
 * Ticks survive paging and sorting. `scope` is what narrows the list: when it changes, "all that match" would mean other rows than those the
 * reader agreed to, so it falls away; rows ticked one by one stay.
 */
export function useSelection(scope: string): Picking {
  const [held, hold] = useState({ selection: NOTHING, scope });
  const selection = held.scope !== scope && held.selection.all ? NOTHING : held.selection;
  return {
    selection,
    select: (next) => hold({ selection: next, scope }),
    clear: () => hold({ selection: NOTHING, scope }),
  };
}
