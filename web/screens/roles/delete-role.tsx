import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { deleteRole, roleTables, type RoleRow } from '@/db/roles.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { RolePicker } from '@/parts/people/role-picker.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { toast } from '@/ui/toast.tsx';

interface DeleteRoleProps {
  role: Pick<RoleRow, 'id' | 'version' | 'name' | 'name_ar' | 'users'>;
  onDone: () => void;
  onClose: () => void;
}

/** Deletes a role and moves its users to another role in the same step. */
export function DeleteRole({ role, onDone, onClose }: DeleteRoleProps) {
  const { t } = useTranslation();
  const text = useCountText();
  const [moveTo, setMoveTo] = useState('');
  const name = nameOf(role);
  const removal = useMutation({
    ...write({
      run: () => deleteRole({ id: role.id, move_to: moveTo || undefined, expected_version: role.version }),
      changes: [...roleTables, 'profiles'],
    }),
    onSuccess: ({ moved }) => {
      toast({
        tone: 'ok',
        text: moved > 0 ? t('roles.delete.moved', { name, count: moved, shown: text.number(moved) }) : t('kit.deleted', { name }),
      });
      onDone();
    },
  });
  // Users may have been given the role since it was read.
  const users = removal.error?.code === 'role_in_use' ? Number(removal.error.values.count) : role.users;
  return (
    <Dialog
      alert
      title={t('kit.deleteTitle', { name })}
      onClose={onClose}
      locked={removal.isPending}
      onSubmit={() => removal.mutate()}
      footer={
        <>
          <Button onClick={onClose} disabled={removal.isPending} data-autofocus>
            {t('kit.keep')}
          </Button>
          <Button
            type="submit"
            variant="danger-fill"
            icon={Trash2}
            busy={removal.isPending}
            reason={users > 0 && !moveTo ? t('roles.delete.choose') : undefined}
          >
            {users > 0 ? t('roles.delete.confirmMove', { count: users, shown: text.number(users) }) : t('kit.delete')}
          </Button>
        </>
      }
    >
      <p>{users > 0 ? t('errors.role_in_use', { count: users }) : t('kit.deleteText')}</p>
      {users > 0 && (
        <Field label={t('roles.delete.moveTo')}>
          <RolePicker value={moveTo} onChange={setMoveTo} without={role.id} />
        </Field>
      )}
      {removal.error && removal.error.code !== 'role_in_use' && <Banner tone="bad">{errorText(t, removal.error)}</Banner>}
    </Dialog>
  );
}
