import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { useMe } from '@/db/me.ts';
import { readRole, roleOf, roleTables, saveRole, type Role, type RoleDetail } from '@/db/roles.ts';
import { queryClient } from '@/db/query.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { flag, shortName } from '@/kit/fields.ts';
import type { TypedRecord } from '@/kit/schema.ts';
import { schemaOf } from '@/kit/rules.ts';
import { useSavedForm, type FormBase, type SavedDraft } from '@/kit/use-saved-form.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';

export const roleFields = { name: shortName({ required: true }), name_ar: shortName(), active: flag({ initial: true, aside: true }) };
export type RoleValues = { name: string; name_ar: string; active: boolean; permissions: PermissionName[] };

export const blankRole: RoleValues = { name: '', name_ar: '', active: true, permissions: [] };
export const toValues = ({ name, name_ar, active, permissions }: Role): RoleValues => ({
  name,
  name_ar: name_ar ?? '',
  active,
  permissions,
});

const resolver = zodResolver(z.object({ ...schemaOf(roleFields).shape, permissions: z.unknown() })) as unknown as Resolver<TypedRecord>;

interface RoleFormOptions {
  start: FormBase<RoleValues>;
  typed: RoleValues;
  role: Role | null;
  onSaved: (saved: Role, created: boolean, unsaved: SavedDraft<RoleValues> | null) => void;
}

/** The state of one role's form. */
export function useRoleForm({ start, typed, role, onSaved }: RoleFormOptions) {
  const me = useMe().profile.id;
  const [createOrUpdate] = useState(makeCreateOrUpdate);
  return useSavedForm<RoleValues, Role>({
    start,
    typed,
    row: role,
    table: 'roles',
    fields: { ...roleFields, permissions: {} },
    resolver,
    mode: 'onTouched',
    typedOf: toValues,
    read: readRole,
    // The page stores more than the role under its key, so this form uses a key of its own.
    key: (id) => [...roleOf(id).queryKey, 'role'],
    save: async (parsed, { id, version: known }) => {
      const { permissions, ...of } = parsed as unknown as RoleValues;
      const send = (version: number | null) => saveRole({ id, role: of, permissions, expected_version: version ?? undefined });
      await (known > 0 ? send(known) : createOrUpdate(id, send, async () => (await readRole(id))?.updated_by === me));
      const detail = await queryClient.fetchQuery({ ...roleOf(id), staleTime: 0 });
      return (detail as RoleDetail | null)?.role ?? null;
    },
    changes: roleTables,
    refused: (error, { version }) => {
      if (error.code === 'changed_meanwhile' || error.code === 'exists_already') return 'changed';
      return version > 0 && error.code === 'role_not_found' ? 'gone' : null;
    },
    onSaved,
  });
}
