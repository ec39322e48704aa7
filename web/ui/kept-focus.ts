import { useEffect, type RefObject } from 'react';

/* Milliseconds. Content that replaces removed content may take the focus itself a moment later. */
const PAUSE = 150;

/** Moves the focus to `shown` when the focused element is removed or disabled, for keyboard and screen-reader users. */
export function useKeptFocus(shown: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const keep = () => {
      const { activeElement: now, body } = document;
      // A click on the bare page also blurs, but then the last element is still there and enabled.
      const isLost = now === body && last !== null && (!last.isConnected || last.matches(':disabled'));
      if (isLost && !document.querySelector('[role=dialog], [role=alertdialog]')) shown.current?.focus({ preventScroll: true });
    };
    const remember = ({ target }: FocusEvent) => (last = target as Element);
    const look = new MutationObserver(() => {
      clearTimeout(timer);
      if (document.activeElement === document.body) timer = setTimeout(keep, PAUSE);
    });
    document.addEventListener('focusin', remember);
    look.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', remember);
      look.disconnect();
    };
  }, [shown]);
}
