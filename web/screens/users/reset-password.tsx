import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { changeUser, userTables, type UserRow } from '@/db/users.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { HandOver } from './hand-over.tsx';
import { PasswordField } from './password-field.tsx';
import { temporaryPassword } from './temporary-password.ts';

interface ResetPasswordProps {
  user: Pick<UserRow, 'id' | 'version' | 'name' | 'name_ar' | 'email'>;
  onClose: () => void;
}

/** Sets a temporary password, which is then shown once. */
export function ResetPassword({ user, onClose }: ResetPasswordProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState(temporaryPassword);
  const reset = useMutation(
    write({ run: () => changeUser({ profile_id: user.id, password, expected_version: user.version }), changes: userTables }),
  );
  const name = nameOf(user);
  if (reset.isSuccess)
    return <HandOver title={t('users.handOver.changed', { name })} email={user.email ?? ''} password={password} onClose={onClose} />;
  return (
    <Dialog
      size="small"
      title={t('users.reset.title', { name })}
      sub={t('users.reset.text')}
      locked={reset.isPending}
      onClose={onClose}
      onSubmit={() => reset.mutate()}
      action={
        <Button type="submit" variant="primary" icon={KeyRound} busy={reset.isPending}>
          {t('users.reset.confirm')}
        </Button>
      }
    >
      <PasswordField
        value={password}
        onChange={setPassword}
        error={reset.error?.field === 'password' ? errorText(t, reset.error) : undefined}
      />
      {reset.error && reset.error.field !== 'password' && <Banner tone="bad">{errorText(t, reset.error)}</Banner>}
    </Dialog>
  );
}
