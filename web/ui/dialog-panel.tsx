import { Dialog, DialogPanel as Panel, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button, IconButton } from './button.tsx';

const widths = {
  small: 'w-[min(420px,100%)]',
  medium: 'w-[min(560px,100%)]',
  large: 'w-[min(760px,100%)]',
  'extra-large': 'w-[min(1080px,100%)]',
};
const footerClass =
  'dialog-foot flex flex-none items-center justify-end gap-2 border-t border-rule bg-paper px-6 py-3.5 max-sm:px-gutter max-sm:py-3';

export interface DialogPanelProps {
  onClose: () => void;
  /** Makes the dialog a form: Enter in a field triggers its submit button. */
  onSubmit?: () => void;
  title: ReactNode;
  /** The number or name of the record in question. */
  number?: ReactNode;
  /** One line under the title. */
  sub?: ReactNode;
  children?: ReactNode;
  /** The confirming button; Cancel is placed before it. */
  action?: ReactNode;
  /** Other buttons instead of `action` and Cancel; the safe one first. */
  footer?: ReactNode;
  size?: keyof typeof widths;
  /** An action is running, so the dialog must not be closed. */
  locked?: boolean;
  alert?: boolean;
  /** The form. */
  ref?: Ref<HTMLFormElement>;
}

/** The focus starts at `data-autofocus`, else at the first field, not at the close button. */
export default function DialogPanel({
  onClose,
  onSubmit,
  ref,
  title,
  number,
  sub,
  children,
  action,
  footer,
  size = 'medium',
  locked,
  alert,
}: DialogPanelProps) {
  const { t } = useTranslation();
  // Headless UI also restores the focus, but it is loaded with this panel and does not know what had the focus before the first dialog.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const panel = body.current?.parentElement;
    if (
      !panel ||
      panel.contains(document.activeElement) ||
      panel.querySelector('[data-autofocus]') ||
      !matchMedia('(pointer:fine)').matches
    )
      return;
    body.current?.querySelector('input')?.focus();
  }, []);
  const close = () => {
    if (!locked) onClose();
  };
  // On phones Headless UI focuses the dialog, because the keyboard would cover its fields. An empty autofocus field is focused anyway;
  // a prefilled one is read first.
  const hasReceivedFocus = useRef(false);
  const focusFirstField = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const first = currentTarget.querySelector<HTMLInputElement>('[data-autofocus]');
    if (!hasReceivedFocus.current && target === currentTarget && !first?.value) first?.focus();
    hasReceivedFocus.current = true;
  };
  const form = onSubmit && {
    as: 'form' as const,
    ref,
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      // React events bubble through portals: the form beneath must not be submitted too.
      event.stopPropagation();
      onSubmit();
    },
  };
  return (
    <Dialog
      open
      onClose={close}
      onFocus={focusFirstField}
      className="overlay fixed inset-0 z-50 grid place-items-center bg-(--color-scrim) p-6 max-sm:items-end max-sm:justify-items-stretch max-sm:p-0"
      role={alert ? 'alertdialog' : 'dialog'}
    >
      <Panel
        className={`dialog flex max-h-[calc(100dvh-2*var(--over,24px))] flex-col overflow-auto rounded-lg bg-sheet shadow-float outline-none max-sm:max-h-[calc(100dvh-var(--over,24px))] max-sm:w-full max-sm:rounded-b-none max-sm:pb-[env(safe-area-inset-bottom)] ${widths[size]}`}
        {...form}
      >
        <div className="flex flex-none items-start gap-3 px-6 pt-5.5 pb-3 max-sm:px-gutter max-sm:pt-4.5 max-sm:pb-2.5">
          <div className="min-w-0 flex-1">
            <DialogTitle as="h2" className="text-xl tracking-(--tracking-high)">
              {title}
              {number && (
                <>
                  {' '}
                  <bdi className="number">{number}</bdi>
                </>
              )}
            </DialogTitle>
            {sub && <p className="muted mt-1">{sub}</p>}
          </div>
          {!alert && <IconButton label={t('ui.close')} icon={X} variant="quiet" small onClick={close} disabled={locked} />}
        </div>
        {children && (
          <div className="grid gap-4 overflow-auto overscroll-contain px-6 pt-0.5 pb-5 max-sm:px-gutter" ref={body}>
            {children}
          </div>
        )}
        {action && (
          <div className={footerClass}>
            <Button onClick={close} disabled={locked}>
              {t('ui.cancel')}
            </Button>
            {action}
          </div>
        )}
        {footer && <div className={footerClass}>{footer}</div>}
      </Panel>
    </Dialog>
  );
}
