import { useState, type RefObject } from 'react';
import type { LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import { sound } from '@/ui/sound.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';

const none: readonly string[] = [];

interface Options<Page extends { sheet: object }> {
  page: Page;
  grid: RefObject<LineSheetHandle | null>;
  closeSearch: () => void;
  addOne: (id: string) => void;
  setFigure: (id: string, figure: string, value: string) => void;
}

/** For forms that refuse to add the same goods twice: marks the existing lines until one changes; Enter in one of them adds a piece. */
export function useDuplicateLines<Page extends { sheet: object }>({ page, grid, closeSearch, addOne, setFigure }: Options<Page>) {
  const [duplicateIds, setDuplicateIds] = useState(none);
  const addAnother = useStableCallback((id: string) => {
    addOne(id);
    setDuplicateIds(none);
  });
  const onFigure = useStableCallback((id: string, figure: string, value: string) => {
    setDuplicateIds(none);
    setFigure(id, figure, value);
  });
  return {
    duplicateIds,
    markDuplicates: setDuplicateIds,
    /** Plays the error sound and focuses the line, where Enter adds one more. */
    focusDuplicate: useStableCallback(([first]: readonly string[]) => {
      if (!first) return;
      sound(false);
      requestAnimationFrame(() => grid.current?.focus(first));
    }),
    addPicked: useStableCallback((id: string) => {
      if (!duplicateIds.includes(id)) return false;
      addAnother(id);
      closeSearch();
      return true;
    }),
    page: { ...page, sheet: { ...page.sheet, onFigure, onMore: addAnother } },
  };
}
