import { useEffect, useRef, type ReactNode } from 'react';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

interface LeaveGuard {
  /** The confirmation dialog; render it anywhere on the page. */
  question: ReactNode;
  /** Changes were saved or discarded: leaving no longer asks. */
  release: () => void;
}

/** Asks before unsaved changes are lost, by a link in the app or by closing the tab. */
export function useLeaveGuard(dirty: boolean, onLeave?: () => void): LeaveGuard {
  const { t } = useTranslation();
  const released = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/login',
  );
  useEffect(() => {
    if (!dirty) return;
    released.current = false;
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warnBeforeUnload);
    return () => window.removeEventListener('beforeunload', warnBeforeUnload);
  }, [dirty]);
  const question = blocker.state === 'blocked' && (
    <Dialog
      alert
      size="small"
      title={t('kit.leaveTitle')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button data-autofocus onClick={() => blocker.reset()}>
            {t('kit.stay')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onLeave?.();
              blocker.proceed();
            }}
          >
            {t('kit.leave')}
          </Button>
        </>
      }
    >
      <p>{t('kit.leaveText')}</p>
    </Dialog>
  );
  return { question, release: () => (released.current = true) };
}
