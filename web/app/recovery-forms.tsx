import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { enterWith, invitationOf, sendRecovery, setPassword } from '@/db/account.ts';
import { AppError, asAppError, errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { PasswordInput, TextInput } from '@/ui/text-input.tsx';
import { endRecovery, type SessionState } from './session.ts';
import { useSignOut } from './use-sign-out.tsx';

/** Requests the recovery mail; the answer does not reveal whether the address is known. */
export function ForgotForm({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [state, setState] = useState<'asking' | 'busy' | 'sent'>('asking');
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setProblem(t('app.signIn.emailNeeded'));
    setState('busy');
    setProblem(undefined);
    try {
      await sendRecovery(email.trim());
      setState('sent');
    } catch (error) {
      setProblem(errorText(t, error));
      setState('asking');
    }
  }

  if (state === 'sent') {
    return (
      <div className="grid gap-4.5">
        <p className="note ok" role="status">
          {t('app.recovery.sent')}
        </p>
        <Button onClick={onBack}>{t('app.recovery.back')}</Button>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4.5">
      <Field label={t('app.signIn.email')} error={problem}>
        <TextInput
          type="email"
          dir="ltr"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" className="h-10.5 text-lg" busy={state === 'busy'}>
        {t('app.recovery.send')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t('app.recovery.back')}
      </Button>
    </form>
  );
}

const shortest = 8;
/** In bytes: Auth ignores the rest. */
const longest = 72;

interface NewPasswordProps {
  save?: (password: string) => Promise<void>;
  onChosen?: () => void;
}

export function NewPasswordForm({ save = setPassword, onChosen }: NewPasswordProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.length < shortest) return setProblem(new AppError('weak_password', { field: 'password' }));
    if (new TextEncoder().encode(typed).length > longest) return setProblem(new AppError('password_too_long', { field: 'password' }));
    setBusy(true);
    setProblem(null);
    try {
      await save(typed);
      endRecovery();
      onChosen?.();
    } catch (error) {
      setProblem(asAppError(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4.5">
      <Field label={t('app.recovery.newPassword')} error={problem?.field && errorText(t, problem)}>
        <PasswordInput autoComplete="new-password" value={typed} onChange={(event) => setTyped(event.target.value)} autoFocus />
      </Field>
      {problem && !problem.field && (
        <p className="banner" role="alert">
          {errorText(t, problem)}
        </p>
      )}
      <Button type="submit" variant="primary" className="h-10.5 text-lg" busy={busy}>
        {t('app.recovery.save')}
      </Button>
    </form>
  );
}

interface InvitationProps {
  /** From the link in the mail. */
  token: string;
  session: SessionState;
  /** Called just before the session begins. */
  onAccepted: () => void;
}

/** An invited user chooses a password. Nothing is accepted before that, and never over another user's session. */
export function InvitationForm({ token, session, onAccepted }: InvitationProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { signOut: leave, question } = useSignOut();
  const [choose] = useState(() => invitationOf(token));
  const save = async (password: string) => {
    const tokens = await choose(password);
    onAccepted();
    await enterWith(tokens);
  };
  if (session === 'loading') return null;
  if (session === 'in') {
    return (
      <div className="grid gap-4.5">
        <p className="note" role="status">
          {t('app.invitation.taken')}
        </p>
        <Button onClick={leave}>{t('app.signOut')}</Button>
        <Button variant="quiet" onClick={() => void navigate('/dashboard', { replace: true })}>
          {t('app.invitation.stay')}
        </Button>
        {question}
      </div>
    );
  }
  return (
    <>
      <NewPasswordForm save={save} />
      <Button variant="quiet" onClick={() => void navigate('/login', { replace: true })}>
        {t('app.recovery.back')}
      </Button>
    </>
  );
}
