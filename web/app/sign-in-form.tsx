// The form of the sign-in page, and of the dialog over a page whose session has ended.
import { type FormEvent, useState } from 'react';
import { asAppError, errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { PasswordInput, TextInput } from '@/ui/text-input.tsx';
import { signIn } from './session.ts';

interface SignInFormProps {
  /** The user to sign in again, whose address cannot be changed. */
  email?: string;
  onForgot?: () => void;
}

interface Problem {
  field?: string;
  text: string;
}

export function SignInForm({ email: initialEmail, onForgot }: SignInFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(initialEmail ?? '');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(true);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const showProblem = (field: string | undefined, text: string) => {
      setProblem({ field, text });
      form.querySelector<HTMLInputElement>(field === 'email' ? 'input[type=email]' : 'input[autocomplete=current-password]')?.focus();
    };
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return showProblem('email', t('app.signIn.emailNeeded'));
    if (password === '') return showProblem('password', t('app.signIn.passwordNeeded'));
    setBusy(true);
    setProblem(null);
    try {
      await signIn(email.trim(), password, keep);
    } catch (error) {
      showProblem(asAppError(error).field, errorText(t, error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4.5">
      <Field label={t('app.signIn.email')} error={problem?.field === 'email' && problem.text}>
        <TextInput
          type="email"
          dir="ltr"
          autoComplete="username"
          value={email}
          readOnly={initialEmail !== undefined}
          onChange={(event) => setEmail(event.target.value)}
          autoFocus={!initialEmail}
        />
      </Field>
      <Field label={t('app.signIn.password')} error={problem?.field === 'password' && problem.text}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoFocus={initialEmail !== undefined}
        />
      </Field>
      <div className="inline-group">
        <label className="choice">
          <input type="checkbox" className="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
          <span>{t('app.signIn.keep')}</span>
        </label>
        {/* After the password, so that Tab leads from the address to it. */}
        {onForgot && (
          <button type="button" className="link ms-auto" onClick={onForgot}>
            {t('app.signIn.forgot')}
          </button>
        )}
      </div>
      {problem && !problem.field && (
        <p className="banner" role="alert">
          {problem.text}
        </p>
      )}
      <Button type="submit" variant="primary" className="h-10.5 text-lg" busy={busy}>
        {t('app.signIn.submit')}
      </Button>
    </form>
  );
}
