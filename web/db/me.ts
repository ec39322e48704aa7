import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { type Digits, setSettings } from '@/lib/settings.ts';
import { rpc } from './calls.ts';
import type { AppError } from './errors.ts';
import type { PermissionName } from './types.gen.ts';

export type { PermissionName };

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
  /** Under which the business is registered for tax; on its papers. */
  tax_number: string | null;
  logo_path: string | null;
  currency: string;
  currency_decimals: number;
  first_day_of_week: number;
  digits: Digits;
  time_zone: string;
  /** An order is approved by somebody who did not write it. */
  purchase_four_eyes: boolean;
  /** Orders above it need approval; null: none does for its amount. */
  purchase_approval_limit: number | null;
}

export interface Me {
  profile: { id: string; name: string; name_ar: string | null; email: string | null };
  role: { id: string; name: string; name_ar: string | null; is_owner: boolean };
  permissions: PermissionName[];
  branches: Branch[];
  business: Business;
}

/** Who I am, what I may, where, and how the business writes things: one call, asked again now and then. */
export function meOf() {
  return queryOptions<Me, AppError>({
    queryKey: ['me'],
    queryFn: async ({ signal }) => {
      const me = await rpc<'me', Me>('me', {} as never, signal);
      const { business } = me;
      // No screen renders before this: figures and dates are the business's from the first one on.
      setSettings({ digits: business.digits, currency: business.currency, decimals: business.currency_decimals, timeZone: business.time_zone, firstDay: business.first_day_of_week });
      return me;
    },
    staleTime: 5 * 60_000,
    gcTime: Infinity,
    meta: { reads: ['business', 'branches', 'roles', 'role_permissions', 'profiles', 'user_branches'] },
  });
}

/** Inside the shell it is always there: the shell shows no screen before. */
export function useMe(): Me {
  const { data } = useQuery(meOf());
  if (!data) throw new Error('useMe outside of a session');
  return data;
}

/** What the client hides or disables the database would refuse anyway. */
export function useCan(): (permission: PermissionName) => boolean {
  const { permissions } = useMe();
  return useMemo(() => {
    const held = new Set<string>(permissions);
    return (permission) => held.has(permission);
  }, [permissions]);
}

// ── the branch switcher: the scope of everything, beside the address and not in it ──

const scopeKey = 'branch';
const scopeListeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  scopeListeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    scopeListeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** A branch that was taken from me is no choice; the only one I have needs no choosing. */
function chosenBranch(branches: readonly Branch[]): Branch | null {
  const stored = localStorage.getItem(scopeKey);
  return branches.find(({ id }) => id === stored) ?? (branches.length === 1 ? branches[0] : undefined) ?? null;
}

const idsOf = (branch: Branch | null) => (branch ? [branch.id] : []);

export const scopeOf = ({ branches }: Me): string[] => idsOf(chosenBranch(branches));

function setBranch(id: string | null): void {
  if (id) localStorage.setItem(scopeKey, id);
  else localStorage.removeItem(scopeKey);
  scopeListeners.forEach((listener) => listener());
}

export function useBranch() {
  const { branches } = useMe();
  const branch = useSyncExternalStore(subscribe, () => chosenBranch(branches));
  return useMemo(() => ({ branch, branchId: branch?.id ?? null, branchIds: idsOf(branch), branches, setBranch }), [branches, branch]);
}
