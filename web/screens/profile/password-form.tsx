import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changePassword } from '@/db/account.ts';
import { AppError, errorText } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { Section } from '@/ui/section.tsx';
import { PasswordInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';

const shortest = 8;

/** Changes the password, given the old one; all other sessions end. */
export function PasswordForm() {
  const { t } = useTranslation();
  const { profile, previewing } = useMe();
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    ...write({
      run: async () => {
        if (old === '') throw new AppError('wrong_password', { field: 'old' });
        if (password.length < shortest) throw new AppError('weak_password', { field: 'password' });
        await changePassword({ email: profile.email ?? '', old, password }).catch((error: unknown) => {
          throw error instanceof AppError && error.code === 'wrong_password' ? new AppError('wrong_password', { field: 'old' }) : error;
        });
      },
      changes: ['user_sessions'],
    }),
    onSuccess: () => {
      setOld('');
      setPassword('');
      toast({ tone: 'ok', text: t('profile.passwordChanged') });
    },
    onError: () => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()),
  });
  const problem = (field: string) =>
    change.error?.field === field ? (field === 'old' ? t('profile.wrongPassword') : errorText(t, change.error)) : undefined;
  return (
    <Section title={t('profile.password')}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending) change.mutate();
        }}
      >
        {/* Tells password managers which account it is. */}
        <input type="email" autoComplete="username" value={profile.email ?? ''} readOnly hidden />
        <FieldGrid>
          <Field label={t('profile.oldPassword')} error={problem('old')}>
            <PasswordInput
              autoComplete="current-password"
              value={old}
              onChange={(event) => setOld(event.target.value)}
              disabled={previewing}
            />
          </Field>
          <Field label={t('app.recovery.newPassword')} hint={t('profile.passwordHint')} error={problem('password')}>
            <PasswordInput
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              disabled={previewing}
            />
          </Field>
          {change.error && !change.error.field && <Banner tone="bad">{errorText(t, change.error)}</Banner>}
          <div className="col-span-full">
            <Button type="submit" busy={change.isPending} reason={previewing ? t('errors.preview_read_only') : undefined}>
              {t('profile.changePassword')}
            </Button>
          </div>
        </FieldGrid>
      </form>
    </Section>
  );
}
