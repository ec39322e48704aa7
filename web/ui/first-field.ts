import { useEffect, type RefObject } from 'react';

/** A new form begins at its first field. Not on a phone: its keyboard would cover the form before anything was read. */
export function useFirstField(form: RefObject<HTMLElement | null>, begins: boolean): void {
  useEffect(() => {
    if (begins && matchMedia('(pointer:fine)').matches)
      form.current?.querySelector<HTMLElement>('input, button[aria-haspopup=listbox]')?.focus();
  }, [form, begins]);
}
