import { useCan, useMe } from '@/db/me.ts';
import type { PlainRow } from '@/db/plain-rows.ts';
import { permissionFor, type Resource } from './define.ts';
import type { Action } from './schema.ts';

/** Whether the user may act on a resource or one of its rows. Only hides controls; the database enforces it. */
export function useResourcePermission(resource: Resource): (action: Action, row?: PlainRow) => boolean {
  const can = useCan();
  const { role, branches } = useMe();
  // An active branch may be edited only by owners and by people who work there; the client does not know who worked in a closed one.
  const elsewhere = (row: PlainRow) =>
    row.active && !role.is_owner && !branches.some(({ id, access }) => id === row.id && access === 'work');
  return (action, row) => can(permissionFor(resource, action)) && !(resource.table === 'branches' && row && elsewhere(row));
}
