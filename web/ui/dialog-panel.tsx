import { Dialog, DialogPanel as Panel, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button, IconButton } from './button.tsx';

export interface DialogPanelProps {
  onClose: () => void;
  /** It is a form: Enter in a field does what its button of type submit does. */
  onSubmit?: () => void;
  title: ReactNode;
  /** The number or name of what it is about. */
  number?: ReactNode;
  /** One line under the title. */
  sub?: ReactNode;
  children?: ReactNode;
  /** The button that does what is asked; the way back stands before it. */
  action?: ReactNode;
  /** Other buttons than these; the safe one first. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Something runs that must not be closed over. */
  locked?: boolean;
  alert?: boolean;
  /** The form. */
  ref?: Ref<HTMLFormElement>;
}

/** The focus starts at `data-autofocus`, without one at the first field: not at the button that closes it. */
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
  size = 'md',
  locked,
  alert,
}: DialogPanelProps) {
  const { t } = useTranslation();
  // Headless UI gives the focus back too, but it was loaded with this panel and has not seen who opened the first one.
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
  // On a phone Headless UI begins at the dialog itself, whose fields the keys would cover. What is to be written begins there all the
  // same; what is proposed is read first.
  const begun = useRef(false);
  const begin = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    const first = currentTarget.querySelector<HTMLInputElement>('[data-autofocus]');
    if (!begun.current && target === currentTarget && !first?.value) first?.focus();
    begun.current = true;
  };
  const form = onSubmit && {
    as: 'form' as const,
    ref,
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      // React passes the event on to the form beneath, which must not be saved by this one.
      event.stopPropagation();
      onSubmit();
    },
  };
  return (
    <Dialog open onClose={close} onFocus={begin} className="ov" role={alert ? 'alertdialog' : 'dialog'}>
      <Panel className={`dlg ${size}`} {...form}>
        <div className="dh">
          <div className="grow">
            <DialogTitle as="h2">
              {title}
              {number && (
                <>
                  {' '}
                  <bdi className="num">{number}</bdi>
                </>
              )}
            </DialogTitle>
            {sub && <p className="mut">{sub}</p>}
          </div>
          {!alert && <IconButton label={t('ui.close')} icon={X} variant="quiet" small onClick={close} disabled={locked} />}
        </div>
        {children && (
          <div className="db" ref={body}>
            {children}
          </div>
        )}
        {action && (
          <div className="df">
            <Button onClick={close} disabled={locked}>
              {t('ui.cancel')}
            </Button>
            {action}
          </div>
        )}
        {footer && <div className="df">{footer}</div>}
      </Panel>
    </Dialog>
  );
}
