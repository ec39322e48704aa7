import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { type Digits, setSettings } from '@/lib/settings.ts';
import { rpc } from './calls.ts';
import { type AppError, isAnswerLost } from './errors.ts';
import { hasCachedGoods, storedUser } from './browser-storage.ts';
import type { Named } from './plain-rows.ts';
import { activeUserId } from './preview.ts';
import { queryClient } from './query.ts';
import type { Row } from './tables.ts';
import type { PermissionName } from './types.gen.ts';

export type { PermissionName };

export type Branch = Pick<Row<'branches'>, 'id' | 'name' | 'name_ar' | 'code' | 'time_zone' | 'day_start'> & { access: 'view' | 'work' };

/** `purchase_four_eyes`: orders are approved by somebody other than their author. `purchase_approval_limit`: orders above it need
    approval; null: no amount does. */
export type Business = Omit<Row<'business'>, 'singleton' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by' | 'denominations'> & {
  digits: Digits;
  denominations: number[];
};

/** An open shift of the user's own. */
export interface OwnShift {
  id: string;
  number: string;
  branch_id: string;
  opened_at: string;
  /** Open for more than a day. */
  overdue: boolean;
}

/** An attendance record. */
export interface AtWork {
  id: string;
  version: number;
  branch_id: string;
  clocked_in_at: string;
  clocked_out_at: string | null;
  /** Closed automatically, because the user did not clock out. */
  forgotten: boolean;
}

export interface Me {
  profile: Named & {
    version: number;
    email: string | null;
    phone: string | null;
    address: string | null;
    updated_at: string;
    updated_by: Named | null;
  };
  role: Named & { is_owner: boolean };
  /** Role and permissions are those of a previewed role. */
  previewing: boolean;
  permissions: PermissionName[];
  branches: Branch[];
  shifts: OwnShift[];
  /** The open attendance record, if any. */
  at_work: AtWork | null;
  business: Business;
}

/** Milliseconds to wait for the server where an earlier answer is stored. */
const ANSWER_TIMEOUT = 4000;

/** While offline, the stored answer, for users with cached counter goods. */
async function orStored(request: Promise<Me>): Promise<Me> {
  const person = activeUserId();
  if (!person || !hasCachedGoods(person)) return request;
  const cached = async () => (await import('./counter-goods.ts')).cachedMe(person);
  const cachedAfterPause = new Promise((done) => setTimeout(done, navigator.onLine ? ANSWER_TIMEOUT : 0)).then(cached);
  const me = await Promise.race([
    request.catch(async (error: AppError) => (isAnswerLost(error) ? await cached() : null) ?? Promise.reject(error)),
    cachedAfterPause.then((last) => last ?? request),
  ]);
  // An answer that arrives later still replaces the stored one.
  void request.then(
    (now) => now !== me && setTimeout(() => storedUser() === person && queryClient.setQueryData(['me'], applySettings(now))),
    () => undefined,
  );
  return me;
}

/** Applies the business's formats. No screen renders before, so numbers and dates are right from the start. */
function applySettings(me: Me): Me {
  const { business } = me;
  setSettings({
    digits: business.digits,
    currency: business.currency,
    decimals: business.currency_decimals,
    timeZone: business.time_zone,
    firstDay: business.first_day_of_week,
  });
  return me;
}

/** The user, their permissions and branches, and the business's formats: one request, repeated regularly. */
export function meOf() {
  return queryOptions<Me, AppError>({
    queryKey: ['me'],
    queryFn: async ({ signal }) => applySettings(await orStored(rpc<'me', Me>('me', {} as never, signal))),
    staleTime: 5 * 60_000,
    gcTime: Infinity,
    meta: {
      reads: [
        'business',
        'branches',
        'roles',
        'role_permissions',
        'profiles',
        'profile_contacts',
        'user_branches',
        'shifts',
        'attendance_records',
      ],
    },
  });
}

/** Always loaded inside the shell, which renders no screen before. */
export function useMe(): Me {
  const { data } = useQuery(meOf());
  if (!data) throw new Error('useMe outside of a session');
  return data;
}

/** Settings and drafts are stored per user, as several people may share a browser. */
export function useUserKey(): string {
  return useMe().profile.id;
}

/** Only hides or disables; the database checks permissions itself. */
export function useCan(): (permission: PermissionName) => boolean {
  const { permissions } = useMe();
  return useMemo(() => {
    const held = new Set<string>(permissions);
    return (permission) => held.has(permission);
  }, [permissions]);
}

// ── The branch switcher: the scope of all screens, stored in the browser and not in the URL ──

const scopeKey = 'branch';
const { emit, subscribe: subscribeInThisTab } = createEmitter();

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeInThisTab(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/** Ignores a branch the user lost access to; a user's only branch is chosen automatically. */
function chosenBranch(branches: readonly Branch[]): Branch | null {
  const stored = localStorage.getItem(scopeKey);
  return branches.find(({ id }) => id === stored) ?? (branches.length === 1 ? branches[0] : undefined) ?? null;
}

const idsOf = (branch: Branch | null) => (branch ? [branch.id] : []);

export const scopeOf = ({ branches }: Me): string[] => idsOf(chosenBranch(branches));

function setBranch(id: string | null): void {
  if (id) localStorage.setItem(scopeKey, id);
  else localStorage.removeItem(scopeKey);
  emit();
}

export function useBranch() {
  const { branches } = useMe();
  const branch = useSyncExternalStore(subscribe, () => chosenBranch(branches));
  return useMemo(() => {
    const workBranches = branches.filter(({ access }) => access === 'work');
    // The branch of new documents: the chosen one if the user works there, or the only one they work in.
    const defaultBranch = workBranches.find(({ id }) => id === branch?.id) ?? (workBranches.length === 1 ? workBranches[0] : undefined);
    return { branch, branchId: branch?.id ?? null, branchIds: idsOf(branch), branches, workBranches, defaultBranch, setBranch };
  }, [branches, branch]);
}
