import { Dialog, DialogPanel as Panel, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button, IconButton } from './button.tsx';

export interface DialogPanelProps {
  onClose: () => void;
  title: ReactNode;
  /** The number or name of what it is about. */
  number?: ReactNode;
  /** One line under the title. */
  sub?: ReactNode;
  children?: ReactNode;
  /** The button that does what is asked; the way back stands before it. */
  deed?: ReactNode;
  /** Other buttons than these; the safe one first. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Something runs that must not be closed over. */
  locked?: boolean;
  alert?: boolean;
}

/** The focus starts at `data-autofocus`, without one at the first field: not at the button that closes it. */
export default function DialogPanel({ onClose, title, number, sub, children, deed, footer, size = 'md', locked, alert }: DialogPanelProps) {
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
    if (!panel || panel.contains(document.activeElement) || panel.querySelector('[data-autofocus]') || !matchMedia('(pointer:fine)').matches) return;
    body.current?.querySelector('input')?.focus();
  }, []);
  const close = () => {
    if (!locked) onClose();
  };
  return (
    <Dialog open onClose={close} className="ov" role={alert ? 'alertdialog' : 'dialog'}>
      <Panel className={`dlg ${size}`}>
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
        {children && <div className="db" ref={body}>{children}</div>}
        {deed && <div className="df"><Button onClick={close} disabled={locked}>{t('ui.cancel')}</Button>{deed}</div>}
        {footer && <div className="df">{footer}</div>}
      </Panel>
    </Dialog>
  );
}
