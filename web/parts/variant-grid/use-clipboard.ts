import { useEffect, useRef, type RefObject } from 'react';

interface Clip {
  /** Whether the grid handles the event, not a field in it. */
  takes: () => boolean;
  copy: () => string;
  paste: (text: string) => void;
  clear: () => void;
  mayWrite: boolean;
}

/** Copy, cut and paste for a table. Handled on the document, because a cell is not a text field with a caret. */
export function useClipboard(table: RefObject<HTMLElement | null>, clip: Clip): void {
  const handle = useRef<(event: ClipboardEvent) => void>(() => undefined);
  useEffect(() => {
    handle.current = (event) => {
      const inCell =
        document.activeElement instanceof HTMLElement &&
        table.current?.contains(document.activeElement) &&
        document.activeElement.dataset.spot !== undefined;
      if (!inCell || !clip.takes() || !event.clipboardData) return;
      if (event.type !== 'copy' && !clip.mayWrite) return;
      event.preventDefault();
      if (event.type === 'paste') return clip.paste(event.clipboardData.getData('text/plain'));
      event.clipboardData.setData('text/plain', clip.copy());
      if (event.type === 'cut') clip.clear();
    };
  });
  useEffect(() => {
    const onClipboard = (event: ClipboardEvent) => handle.current(event);
    const kinds = ['copy', 'cut', 'paste'] as const;
    for (const kind of kinds) document.addEventListener(kind, onClipboard);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onClipboard);
    };
  }, []);
}
