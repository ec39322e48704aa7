import { useEffect, useRef } from 'react';

// A wedge scanner types like a keyboard, only faster than anybody can, and ends with Enter.
const FASTEST_TYPING = 40;
const SHORTEST_CODE = 4;

const handlers: { current: (code: string) => void }[] = [];
let typed = '';
let lastAt = 0;

const isField = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

function listen(event: KeyboardEvent) {
  if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[aria-modal=true]')) {
    typed = '';
    return;
  }
  const now = event.timeStamp;
  if (now - lastAt > FASTEST_TYPING) typed = '';
  lastAt = now;
  if (event.key === 'Enter') {
    if (typed.length >= SHORTEST_CODE) {
      // Otherwise the Enter would press whatever has the focus.
      event.preventDefault();
      event.stopPropagation();
      handlers.at(-1)?.current(typed);
    }
    typed = '';
  } else if (event.key.length === 1) {
    typed += event.key;
    // The letters of a code are no shortcuts; the first one cannot be told from a key press.
    if (typed.length > 1) event.stopPropagation();
  }
}

/** Hears a scan made outside any field. The page that mounted last is the one that hears it. */
export function useScan(handler: (code: string) => void): void {
  const kept = useRef(handler);
  useEffect(() => {
    kept.current = handler;
  });
  useEffect(() => {
    if (handlers.length === 0) window.addEventListener('keydown', listen, true);
    handlers.push(kept);
    return () => {
      handlers.splice(handlers.indexOf(kept), 1);
      if (handlers.length === 0) window.removeEventListener('keydown', listen, true);
    };
  }, []);
}
