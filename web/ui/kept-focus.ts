import { useEffect, type RefObject } from 'react';

/* What comes in the place of what went may take the focus itself, a moment later. */
const PAUSE = 150;

/** A page that was left and a button whose action is done take the focus away with them: it stays in what is shown, for keys and for who hears the page. */
export function useKeptFocus(shown: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const keep = () => {
      const { activeElement: now, body } = document;
      // Where somebody pressed beside everything, it is still there.
      const went = now === body && last !== null && (!last.isConnected || last.matches(':disabled'));
      if (went && !document.querySelector('[role=dialog], [role=alertdialog]')) shown.current?.focus({ preventScroll: true });
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
