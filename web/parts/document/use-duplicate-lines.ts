import { useState, type RefObject } from 'react';
import type { LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import { sound } from '@/ui/sound.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';

const none: readonly string[] = [];

interface Lines<Page extends { sheet: object }> {
  page: Page;
  grid: RefObject<LineSheetHandle | null>;
  leave: () => void;
  more: (id: string) => void;
  setFigure: (id: string, figure: string, value: string) => void;
}

/** For forms that refuse to add the same goods twice: marks the existing lines until one changes; Enter in one of them adds a piece. */
export function useDuplicateLines<Page extends { sheet: object }>({ page, grid, leave, more, setFigure }: Lines<Page>) {
  const [already, setAlready] = useState(none);
  const addOne = useStableCallback((id: string) => {
    more(id);
    setAlready(none);
  });
  const onFigure = useStableCallback((id: string, figure: string, value: string) => {
    setAlready(none);
    setFigure(id, figure, value);
  });
  return {
    already,
    refuse: setAlready,
    /** Plays the error sound and focuses the line, where Enter adds one more. */
    point: useStableCallback(([first]: readonly string[]) => {
      if (!first) return;
      sound(false);
      requestAnimationFrame(() => grid.current?.focus(first));
    }),
    addPicked: useStableCallback((id: string) => {
      if (!already.includes(id)) return false;
      addOne(id);
      leave();
      return true;
    }),
    page: { ...page, sheet: { ...page.sheet, onFigure, onMore: addOne } },
  };
}
