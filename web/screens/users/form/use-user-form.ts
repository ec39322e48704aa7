import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { changeUser, isUnsentInvitation, readUser, userOf, userTables, type UserDetail } from '@/db/users.ts';
import type { Language } from '@/lib/settings.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useSavedForm, type FormBase, type SavedDraft } from '@/kit/use-saved-form.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';
import { toast } from '@/ui/toast.tsx';
import { changesOf, toValues, userFields, userResolver, type UserValues } from './user-values.ts';

interface UserFormOptions {
  start: FormBase<UserValues>;
  /** The form's values when it was left. */
  typed: UserValues;
  /** The user as currently cached. */
  user: UserDetail | null;
  /** The temporary password of a new user, who is then not invited by e-mail; it is not stored. */
  password: string | null;
  onSaved: (saved: UserDetail, created: boolean, unsaved: SavedDraft<UserValues> | null) => void;
}

/** The state of one user's form. */
export function useUserForm({ start, typed, user, password, onSaved }: UserFormOptions) {
  const { t, i18n } = useTranslation();
  const me = useMe().profile.id;
  const [createOrUpdate] = useState(makeCreateOrUpdate);
  return useSavedForm<UserValues, UserDetail>({
    start,
    typed,
    row: user,
    table: 'profiles',
    fields: { ...userFields, branches: {} },
    resolver: userResolver,
    mode: 'onTouched',
    typedOf: toValues,
    read: readUser,
    key: (id) => userOf(id).queryKey,
    save: async (parsed, { id, version: known }, changed) => {
      const first = password === null ? { language: i18n.language as Language } : { password };
      const send = async (version: number | null) => {
        try {
          const { invite } = await changeUser({
            profile_id: id,
            person: changesOf(parsed, version === null || known === 0 ? null : changed),
            expected_version: version,
            ...(known === 0 && first),
          });
          if (invite) toast({ tone: 'ok', text: t('users.invitationSent', { email: invite }) });
        } catch (error) {
          if (!isUnsentInvitation(error)) throw error;
          toast({ tone: 'bad', text: errorText(t, error) });
        }
      };
      await (known > 0 ? send(known) : createOrUpdate(id, send, async () => (await readUser(id))?.updated_by === me));
      return readUser(id);
    },
    changes: userTables,
    refused: (error, { version }) => {
      if (error.code === 'changed_meanwhile' || error.code === 'exists_already') return 'changed';
      return version > 0 && error.code === 'user_not_found' ? 'gone' : null;
    },
    onSaved,
  });
}
