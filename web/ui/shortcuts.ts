import { useLayoutEffect, useRef } from 'react';
import { usKey } from './key-places.ts';

interface ShortcutOptions {
  /** Inactive while false. */
  when?: boolean;
  /** Also active while a field has the focus. Combinations with Mod always are. */
  inFields?: boolean;
}

const isWritten = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));

/** The Latin key at this key's place: on an Arabic layout Ctrl+S arrives as Ctrl+س, and `؟` is `?`. */
export function latinKey({ key, code }: KeyboardEvent): string {
  if (key.length !== 1 || key.charCodeAt(0) < 128) return key.toLowerCase();
  return key === '؟' ? '?' : (usKey({ code, shiftKey: false }) ?? key);
}

/** `/`, `n`, `Escape`, `Mod+S`, `Shift+?` … Mod is ⌘ on a Mac, Ctrl elsewhere. Inactive under an open dialog. */
export function useShortcut(
  keys: string,
  handler: (event: KeyboardEvent) => void,
  { when = true, inFields = false }: ShortcutOptions = {},
): void {
  const run = useRef(handler);
  // Before the browser paints: the user may press as soon as the page is visible.
  useLayoutEffect(() => {
    run.current = handler;
  });
  useLayoutEffect(() => {
    if (!when) return;
    const parts = keys.split('+');
    const key = parts.at(-1)?.toLowerCase();
    const mod = parts.includes('Mod');
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.isComposing ||
        event.altKey ||
        latinKey(event) !== key ||
        (event.ctrlKey || event.metaKey) !== mod
      )
        return;
      if (!mod && !inFields && isWritten(event.target)) return;
      if (document.querySelector('[aria-modal=true]')) return;
      event.preventDefault();
      run.current(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [keys, when, inFields]);
}
