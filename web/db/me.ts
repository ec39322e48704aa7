/* Who is signed in, what they hold, where they may look: one call, kept for the session. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { rpc } from './calls.ts';
import type { PermissionName } from './types.gen.ts';

export interface Branch {
  id: string;
  name: string;
  name_ar: string | null;
  code: string;
  access: 'view' | 'work';
  time_zone: string;
  day_start: number;
}

export interface Business {
  id: string;
  version: number;
  name: string;
  name_ar: string | null;
  website: string | null;
  contact_number: string | null;
  alternate_contact_number: string | null;
  logo_path: string | null;
  currency: string;
  currency_decimals: 0 | 2 | 3;
  first_day_of_week: number;
  digits: 'latn' | 'arab';
  time_zone: string;
}

export interface Me {
  profile: { id: string; name: string; name_ar: string | null; email: string | null };
  role: { id: string; name: string; name_ar: string | null; is_owner: boolean };
  permissions: PermissionName[];
  branches: Branch[];
  business: Business;
}

export const meQuery = queryOptions({
  queryKey: ['me', {}] as const,
  queryFn: async ({ signal }) => (await rpc('me', undefined as never, signal)) as unknown as Me,
  meta: { reads: ['business', 'branches', 'roles', 'role_permissions', 'user_branches', 'profiles'] },
  staleTime: 60_000,
});

/** Inside the shell, where it is always loaded. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (!data) throw new Error('useMe outside the signed-in shell');
  return data;
}

/** Comfort only: the database refuses what this hides. */
export function useCan(permission: PermissionName): boolean {
  return useMe().permissions.includes(permission);
}
