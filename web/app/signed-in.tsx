import { useQuery } from '@tanstack/react-query';
import { EyeOff, LogOut, RotateCw } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { errorText } from '@/db/errors.ts';
import { meOf } from '@/db/me.ts';
import { preview, previewedRole } from '@/db/preview.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { signOut, useSession } from './session.ts';
import { Shell } from './shell.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { Splash } from './splash.tsx';

const OwnPassword = lazy(async () => ({ default: (await import('./own-password.tsx')).OwnPassword }));

export function SignedIn() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session === 'loading') return <Splash />;
  if (session !== 'in') return <Navigate to="/login" replace state={pathname === '/' ? null : { from: pathname + search }} />;
  return (
    <>
      <Known />
      <SessionDialog />
    </>
  );
}

/** Errors that end the use of the app, whatever is on screen. */
const blockingErrors = new Set(['account_inactive', 'password_temporary', 'role_not_found']);

/** No screen renders before the user and the business's formats are known. */
function Known() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(meOf());
  if (data && !blockingErrors.has(error?.code ?? '')) return <Shell />;
  if (!error) return <Splash />;
  if (error.code === 'password_temporary')
    return (
      <Suspense>
        <OwnPassword onChosen={() => void refetch()} />
      </Suspense>
    );
  return (
    <main className="page-state full" role="alert">
      <div className="in-page">
        <h1>{t('app.startFailed')}</h1>
        <p>{errorText(t, error)}</p>
        <div className="inline-group">
          <Button variant="primary" icon={RotateCw} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
          {previewedRole() && (
            <Button icon={EyeOff} onClick={() => preview(null, '/managment/roles')}>
              {t('app.preview.leave')}
            </Button>
          )}
          <Button icon={LogOut} flip onClick={() => void signOut()}>
            {t('app.signOut')}
          </Button>
        </div>
      </div>
    </main>
  );
}
