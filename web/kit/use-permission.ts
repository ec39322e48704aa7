import { useCan, useMe } from '@/db/me.ts';
import type { PlainRow } from '@/db/plain-rows.ts';
import { permissionFor, type Resource } from './define.ts';
import type { Action } from './schema.ts';

/** What this reader may do with a resource, or with one row of it. The database decides; this only keeps doors shut that would not open. */
export function useMay(resource: Resource): (action: Action, row?: PlainRow) => boolean {
  const can = useCan();
  const { role, branches } = useMe();
  // A branch's own record is its people's; of a closed one nobody knows here who they are.
  const elsewhere = (row: PlainRow) =>
    row.active && !role.is_owner && !branches.some(({ id, access }) => id === row.id && access === 'work');
  return (action, row) => can(permissionFor(resource, action)) && !(resource.table === 'branches' && row && elsewhere(row));
}
