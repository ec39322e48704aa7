import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { byNames } from '@/lib/row-order.ts';
import { setSettings, settings } from '@/lib/settings.ts';
import { rpc } from './calls.ts';
import { type AppError, isAnswerLost } from './errors.ts';
import type { Branch, Me } from './me-types.ts';
import { hasCachedGoods, storedUser } from './browser-storage.ts';
import { activeUserId } from './preview.ts';
import { queryClient } from './query.ts';
import type { PermissionName } from './types.gen.ts';

export type { PermissionName };

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

/** The database sorts the branches by their English names. */
const branchesInArabic = (me: Me): Me => ({ ...me, branches: [...me.branches].sort(byNames('name')) });

/** Always loaded inside the shell, which renders no screen before. */
export function useMe(): Me {
  const { data } = useQuery({ ...meOf(), select: settings().language === 'ar' ? branchesInArabic : undefined });
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
