import { useState } from 'react';
import { NO_SELECTION, type Selection } from './selection.ts';

export interface RowSelection {
  selection: Selection;
  select: (selection: Selection) => void;
  clear: () => void;
}

/** Ticks survive paging and sorting. `scope` is what narrows the list: when it changes, "all that match" is dropped, because it would
    mean other rows than the user chose; rows ticked one by one stay. */
export function useSelection(scope: string): RowSelection {
  const [stored, setStored] = useState({ selection: NO_SELECTION, scope });
  const selection = stored.scope !== scope && stored.selection.all ? NO_SELECTION : stored.selection;
  return {
    selection,
    select: (next) => setStored({ selection: next, scope }),
    clear: () => setStored({ selection: NO_SELECTION, scope }),
  };
}
