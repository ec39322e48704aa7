import { LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { hasUnsavedWork, linkRefused } from '@/db/keep.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatWeekday, today } from '@/lib/dates.ts';
import { Icon } from '@/ui/icon.tsx';
import { usePageTitle } from '@/ui/page-title.ts';
import { LanguageButton } from './language-button.tsx';
import { useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

// Loaded on demand, because most users know their password.
const ForgotForm = lazy(async () => ({ default: (await import('./recovery-forms.tsx')).ForgotForm }));
const InvitationForm = lazy(async () => ({ default: (await import('./recovery-forms.tsx')).InvitationForm }));
const NewPasswordForm = lazy(async () => ({ default: (await import('./recovery-forms.tsx')).NewPasswordForm }));

export function Component() {
  const { t } = useTranslation();
  const session = useSession();
  const { state } = useLocation() as { state: { from?: string } | null };
  const [forgot, setForgot] = useState(linkRefused);
  const invitation = useSearchParams()[0].get('invitation');
  const [accepted, setAccepted] = useState(false);
  // Whether the last user left unsaved work here: a note warns before another user signs in, which removes it.
  const [kept] = useState(hasUnsavedWork);
  const part = session === 'recovery' ? 'choose' : invitation ? 'invitation' : forgot ? 'forgot' : 'enter';
  const heading = {
    choose: t('app.recovery.chooseTitle'),
    invitation: t('app.invitation.title'),
    forgot: t('app.recovery.forgotTitle'),
    enter: t('app.signIn.title'),
  }[part];
  const text = {
    choose: t('app.recovery.chooseText'),
    invitation: t('app.invitation.text'),
    forgot: t('app.recovery.forgotText'),
    enter: t('app.signIn.text'),
  }[part];
  usePageTitle(heading);
  if (session === 'in' && (!invitation || accepted)) return <Navigate to={state?.from ?? '/dashboard'} replace />;
  return (
    <div className="signin">
      <main className="form">
        <header className="inline-group">
          <span className="mono">{t('app.monogram')}</span>
          <b>{t('app.name')}</b>
          <span className="push-end">
            <LanguageButton />
          </span>
        </header>
        <div className="boxed">
          <div>
            <h1>{heading}</h1>
            <p className="muted">{text}</p>
          </div>
          {part === 'forgot' && linkRefused && (
            <p className="banner" role="alert">
              {t('app.recovery.refused')}
            </p>
          )}
          {(part === 'enter' || part === 'invitation') && kept && <p className="note">{t('app.leaving.kept')}</p>}
          <Suspense>
            {part === 'choose' ? (
              <NewPasswordForm />
            ) : part === 'invitation' ? (
              <InvitationForm token={invitation ?? ''} session={session} onAccepted={() => setAccepted(true)} />
            ) : part === 'forgot' ? (
              <ForgotForm onBack={() => setForgot(false)} />
            ) : (
              <SignInForm onForgot={() => setForgot(true)} />
            )}
          </Suspense>
        </div>
        <footer className="inline-group muted">
          <Icon of={LockKeyhole} size={14} />
          <span>{t('app.signIn.private')}</span>
        </footer>
      </main>
      <Leaf />
    </div>
  );
}

/** Decorative: a page of the account book. */
function Leaf() {
  const { i18n } = useTranslation();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const day = today(zone);
  const [first, second] = i18n.language === 'ar' ? ['دفتر', 'Daftar'] : ['Daftar', 'دفتر'];
  return (
    <div className="artwork" aria-hidden="true">
      <div className="leaf">
        <div className="folio">
          <span>{formatWeekday(day)}</span>
          <bdi className="number">{day.split('-').reverse().map(Number).join(' · ')}</bdi>
        </div>
        <div className="big1">{first}</div>
        <div className="big2">{second}</div>
        <div className="double-rule" />
      </div>
    </div>
  );
}
