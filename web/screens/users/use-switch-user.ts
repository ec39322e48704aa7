import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { changeUser, userTables, type UserRow } from '@/db/users.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { toast } from '@/ui/toast.tsx';

type Switched = Pick<UserRow, 'id' | 'version' | 'active' | 'name' | 'name_ar'>;

/** Activates or deactivates a user without a dialog, but with undo. */
export function useSwitchUser() {
  const { t } = useTranslation();
  const change = useMutation({
    ...write({
      run: ({ id, version, active }: Switched) => changeUser({ profile_id: id, person: { active: !active }, expected_version: version }),
      changes: userTables,
    }),
    onSuccess: ({ version }, user) => {
      const undone = { ...user, version, active: !user.active };
      toast({ text: t(user.active ? 'kit.nowInactive' : 'kit.nowActive', { name: nameOf(user) }), undo: () => change.mutateAsync(undone) });
    },
    onError: (error) => toast({ tone: 'bad', text: errorText(t, error) }),
  });
  return change;
}
