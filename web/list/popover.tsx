import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';

interface PopoverProps {
  /** Draws the button; spread `aids` on it. */
  button: (aids: { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }) => ReactNode;
  label: string;
  children: (close: () => void) => ReactNode;
  align?: 'start' | 'end';
}

/** A small panel under its button, for ticking several things at once: a menu would close at the first. On a phone a sheet from below. */
export function Popover({ button, label, children, align = 'start' }: PopoverProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('button')?.focus();
  };
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>(`[id="${id}"] :is(input,button,select)`)?.focus();
    const outside = (event: Event) => {
      if (root.current?.contains(event.target as Node)) return;
      // What is written there is left before it is gone.
      root.current?.querySelector<HTMLElement>(':focus')?.blur();
      setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open, id]);
  return (
    <div
      className="popover"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Esc also means "back" on the page; here it only closes this panel.
        event.stopPropagation();
        close();
      }}
    >
      {button({ 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) })}
      {open && (
        <>
          <div className="pop-shade only-phone" aria-hidden="true" onClick={close} />
          {/* Focusable itself, so that a press on a label inside does not send the focus to the page around it. */}
          <div className={`pop panel at-${align}`} id={id} role="dialog" aria-label={label} tabIndex={-1}>
            {children(close)}
            <Button className="only-phone done" onClick={close}>
              {t('ui.done')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
