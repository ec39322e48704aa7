import { useEffect, useRef } from 'react';

interface ShortcutOptions {
  /** Off while false. */
  when?: boolean;
  /** Also while somebody writes in a field. Combinations with Mod always are. */
  inFields?: boolean;
}

const isWritten = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])'));

/** `/`, `n`, `Escape`, `Mod+S`, `Shift+?` … Mod is ⌘ on a Mac, Ctrl elsewhere. Nothing fires under an open dialog. */
export function useShortcut(keys: string, handler: (event: KeyboardEvent) => void, { when = true, inFields = false }: ShortcutOptions = {}): void {
  const run = useRef(handler);
  useEffect(() => {
    run.current = handler;
  });
  useEffect(() => {
    if (!when) return;
    const parts = keys.split('+');
    const key = parts.at(-1)?.toLowerCase();
    const mod = parts.includes('Mod');
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.key.toLowerCase() !== key || (event.ctrlKey || event.metaKey) !== mod) return;
      if (!mod && !inFields && isWritten(event.target)) return;
      if (document.querySelector('[aria-modal=true]')) return;
      event.preventDefault();
      run.current(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [keys, when, inFields]);
}
