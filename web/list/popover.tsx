import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';

interface PopoverProps {
  /** Renders the button; spread `aids` on it. */
  button: (aids: { 'aria-expanded': boolean; 'aria-controls': string; onClick: () => void }) => ReactNode;
  label: string;
  children: (close: () => void) => ReactNode;
  align?: 'start' | 'end';
}

/** A panel under its button that stays open for several choices, unlike a menu. On a phone a sheet from below. */
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
      // Blurring first lets the focused input commit its value.
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
      className="relative inline-flex"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Esc also means "back" on the page; here it only closes the panel.
        event.stopPropagation();
        close();
      }}
    >
      {button({ 'aria-expanded': open, 'aria-controls': id, onClick: () => setOpen(!open) })}
      {open && (
        <>
          <div className="pop-shade fixed inset-0 z-79 bg-(--color-scrim) sm:hidden" aria-hidden="true" onClick={close} />
          {/* Focusable, so that a click on a label inside does not move the focus out of the panel. */}
          <div
            className={`popup panel absolute ${align === 'end' ? 'end-0' : 'start-0'} top-[calc(100%+6px)] max-h-[min(420px,60vh)] w-max min-w-[220px] max-sm:fixed max-sm:inset-x-0 max-sm:top-auto max-sm:bottom-0 max-sm:z-80 max-sm:max-h-[70vh] max-sm:w-auto max-sm:max-w-none max-sm:rounded-b-none max-sm:p-3`}
            id={id}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
          >
            {children(close)}
            <Button className="sticky bottom-0 mt-2 w-full in-[.panel:has(form)]:hidden sm:hidden" onClick={close}>
              {t('ui.done')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
