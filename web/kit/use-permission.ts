import { useCan, useMe } from '@/db/me.ts';
import { permissionFor, type Resource } from './define.ts';
import type { Action } from './schema.ts';

/** Habits and drafts belong to a person, not to a browser that several people share. */
export function useUserKey(): string {
  return useMe().profile.id;
}

/** What this reader may do with a resource. The database decides; this only keeps doors shut that would not open. */
export function useMay(resource: Resource): (action: Action) => boolean {
  const can = useCan();
  return (action) => can(permissionFor(resource, action));
}
