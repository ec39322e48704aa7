import { useEffect, type RefObject } from 'react';

/* Milliseconds. Content that replaces removed content may take the focus itself a moment later. */
const PAUSE = 150;

/** Moves the focus to `shown` when the focused element is removed or disabled, for keyboard and screen-reader users. */
export function useKeptFocus(fallback: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let lastFocused: Element | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const restoreFocus = () => {
      const { activeElement: focused, body } = document;
      // A click on the bare page also blurs, but then the last element is still there and enabled.
      const isLost = focused === body && lastFocused !== null && (!lastFocused.isConnected || lastFocused.matches(':disabled'));
      if (isLost && !document.querySelector('[role=dialog], [role=alertdialog]')) fallback.current?.focus({ preventScroll: true });
    };
    const remember = ({ target }: FocusEvent) => (lastFocused = target as Element);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      if (document.activeElement === document.body) timer = setTimeout(restoreFocus, PAUSE);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [fallback]);
}
