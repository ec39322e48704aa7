import { useEffect, type RefObject } from 'react';

/** Focuses the first field of a new form. Not on a phone, whose keyboard would cover the form. */
export function useFirstField(form: RefObject<HTMLElement | null>, begins: boolean): void {
  useEffect(() => {
    if (begins && matchMedia('(pointer:fine)').matches)
      form.current?.querySelector<HTMLElement>('input, button[aria-haspopup=listbox]')?.focus();
  }, [form, begins]);
}
