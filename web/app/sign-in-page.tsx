import { LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { hasUnsavedWork, linkRefused } from '@/db/browser-storage.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatWeekday, today } from '@/lib/dates.ts';
import { Icon } from '@/ui/icon.tsx';
import { usePageTitle } from '@/ui/page-title.ts';
import { LanguageButton } from './language-button.tsx';
import { Monogram } from './monogram.tsx';
import { useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

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
  const [hasKeptWork] = useState(hasUnsavedWork);
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
    <div className="grid min-h-screen grid-cols-2 gap-0 max-lg:block">
      <main className="flex flex-col px-10 py-7 max-lg:min-h-screen max-lg:p-5">
        <header className="inline-group">
          <Monogram letters={t('app.monogram')} />
          <b>{t('app.name')}</b>
          <span className="ms-auto">
            <LanguageButton />
          </span>
        </header>
        <div className="m-auto grid w-[min(380px,100%)] gap-4.5 [&_.input]:h-10">
          <div>
            <h1>{heading}</h1>
            <p className="muted">{text}</p>
          </div>
          {part === 'forgot' && linkRefused && (
            <p className="banner" role="alert">
              {t('app.recovery.refused')}
            </p>
          )}
          {(part === 'enter' || part === 'invitation') && hasKeptWork && <p className="note">{t('app.leaving.kept')}</p>}
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
        <footer className="inline-group muted text-sm">
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
  const isArabic = i18n.language === 'ar';
  const [first, second] = isArabic ? ['دفتر', 'Daftar'] : ['Daftar', 'دفتر'];
  const arabicFont = 'font-[family-name:Cairo]';
  const latinFont = 'font-[family-name:Montserrat] tracking-[-0.045em]';
  const lineClass = 'flex h-42 items-end leading-none font-[600] whitespace-nowrap';
  return (
    <div
      className="relative overflow-hidden border-s border-rule-2 bg-paper-2 before:absolute before:inset-y-0 before:start-[3px] before:w-px before:bg-margin max-lg:hidden"
      aria-hidden="true"
    >
      <div className="leaf absolute inset-0 flex flex-col px-18 text-ink">
        <div className="flex h-28 items-end justify-between pe-24 pb-3.5 text-lg text-ink-2">
          <span>{formatWeekday(day)}</span>
          <bdi className="number">{day.split('-').reverse().map(Number).join(' · ')}</bdi>
        </div>
        <div
          className={`${lineClass} mt-14 pb-px text-[92px] ${isArabic ? `${arabicFont} translate-y-[14px]` : `${latinFont} translate-y-[13px]`}`}
        >
          {first}
        </div>
        <div
          className={`${lineClass} text-[84px] text-accent ${isArabic ? `${latinFont} translate-y-[12px]` : `${arabicFont} translate-y-[13px]`}`}
        >
          {second}
        </div>
        <div className="relative -mx-18 -mb-[3px] h-[59px] border-b-5 border-double border-rule-ink" />
      </div>
    </div>
  );
}
