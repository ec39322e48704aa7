import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { inviteUser, userTables, type UserRow } from '@/db/users.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { toast } from '@/ui/toast.tsx';

/** Sends an invitation again; the earlier link becomes invalid. */
export function useInvitation() {
  const { t } = useTranslation();
  return useMutation({
    ...write({ run: ({ id }: Pick<UserRow, 'id'>) => inviteUser(id), changes: userTables }),
    onSuccess: ({ invite }) => void toast({ tone: 'ok', text: t('users.invitationSent', { email: invite }) }),
    onError: (error) => void toast({ tone: 'bad', text: errorText(t, error) }),
  });
}
