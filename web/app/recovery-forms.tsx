import { type FormEvent, useState } from 'react';
import { sendRecovery, setPassword } from '@/db/account.ts';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { PasswordInput, TextInput } from '@/ui/text-input.tsx';
import { endRecovery } from './session.ts';

/** Asks for the address and sends the mail; the answer never tells whether the address is known. */
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
      <div className="box-form">
        <p className="note ok" role="status">
          {t('app.recovery.sent')}
        </p>
        <Button onClick={onBack}>{t('app.recovery.back')}</Button>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="box-form">
      <Field label={t('app.signIn.email')} error={problem}>
        <TextInput type="email" dir="ltr" autoComplete="username" value={email} onChange={(event) => setEmail(event.target.value)} autoFocus />
      </Field>
      <Button type="submit" variant="primary" className="tall" busy={state === 'busy'}>
        {t('app.recovery.send')}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        {t('app.recovery.back')}
      </Button>
    </form>
  );
}

const shortest = 8;

export function NewPasswordForm({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.length < shortest) return setProblem(t('errors.weak_password'));
    setBusy(true);
    try {
      await setPassword(typed);
      endRecovery();
      onChosen?.();
    } catch (error) {
      setProblem(errorText(t, error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="box-form">
      <Field label={t('app.recovery.newPassword')} error={problem}>
        <PasswordInput autoComplete="new-password" value={typed} onChange={(event) => setTyped(event.target.value)} autoFocus />
      </Field>
      <Button type="submit" variant="primary" className="tall" busy={busy}>
        {t('app.recovery.save')}
      </Button>
    </form>
  );
}
