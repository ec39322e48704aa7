import { useMutation } from '@tanstack/react-query';
import { Ban, Trash2 } from 'lucide-react';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { deleteUser, userTables, type UserRow } from '@/db/users.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { toast } from '@/ui/toast.tsx';
import { useSwitchUser } from './use-switch-user.ts';

interface DeleteUserProps {
  user: Pick<UserRow, 'id' | 'version' | 'active' | 'name' | 'name_ar'>;
  onDone: () => void;
  onClose: () => void;
}

/** Deletes a user who never worked here; one who did can be deactivated instead. */
export function DeleteUser({ user, onDone, onClose }: DeleteUserProps) {
  const { t } = useTranslation();
  const name = nameOf(user);
  const switched = useSwitchUser();
  const removal = useMutation({
    ...write({ run: () => deleteUser({ profile_id: user.id, expected_version: user.version }), changes: userTables }),
    onSuccess: () => {
      toast({ tone: 'ok', text: t('kit.deleted', { name }) });
      onDone();
    },
  });
  const worked = removal.error?.code === 'user_has_worked';
  const busy = removal.isPending || switched.isPending;
  return (
    <Dialog
      alert
      title={worked ? t('kit.inUseTitle', { name }) : t('kit.deleteTitle', { name })}
      onClose={onClose}
      locked={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy} data-autofocus>
            {t(worked ? 'kit.close' : 'kit.keep')}
          </Button>
          {worked ? (
            user.active && (
              <Button variant="primary" icon={Ban} busy={busy} onClick={() => switched.mutate(user, { onSuccess: onClose })}>
                {t('kit.deactivateName', { name })}
              </Button>
            )
          ) : (
            <Button variant="danger-fill" icon={Trash2} busy={busy} onClick={() => removal.mutate()}>
              {t('kit.delete')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(worked ? 'errors.user_has_worked' : 'users.deleteText')}</p>
      {removal.error && !worked && <Banner tone="bad">{errorText(t, removal.error)}</Banner>}
    </Dialog>
  );
}
