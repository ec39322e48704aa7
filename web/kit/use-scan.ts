import { useEffect, useEffectEvent } from 'react';

/* A scanner types like a keyboard, only faster than any hand: keys within 35 ms of each other, then Enter. */
const GAP = 35;
const SHORTEST = 4;

/** Hears a barcode scanned outside any field. */
export function useScan(handler: (code: string) => void, enabled = true) {
  const scanned = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return;
    let code = '';
    let last = 0;
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      if (event.timeStamp - last > GAP) code = '';
      last = event.timeStamp;
      if (event.key === 'Enter') {
        if (code.length >= SHORTEST) {
          event.preventDefault();
          scanned(code);
        }
        code = '';
      } else if (event.key.length === 1) code += event.key;
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [enabled]);
}
