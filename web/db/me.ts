import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';
import { type Digits, setSettings } from '@/lib/settings.ts';
import { rpc } from './calls.ts';
import type { AppError } from './errors.ts';
import { keepsGoods, keptPerson } from './keep.ts';
import type { Named } from './plain-rows.ts';
import { worker } from './preview.ts';
import { queryClient } from './query.ts';
import type { Row } from './tables.ts';
import type { PermissionName } from './types.gen.ts';

export type { PermissionName };

export type Branch = Pick<Row<'branches'>, 'id' | 'name' | 'name_ar' | 'code' | 'time_zone' | 'day_start'> & { access: 'view' | 'work' };

/** `purchase_four_eyes`: an order is approved by somebody who did not write it. `purchase_approval_limit`: orders above it need approval; null: none does for its amount. */
export type Business = Omit<Row<'business'>, 'singleton' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by' | 'denominations'> & {
  digits: Digits;
  denominations: number[];
};

/** An own shift that is open. */
export interface OwnShift {
  id: string;
  number: string;
  branch_id: string;
  opened_at: string;
  /** Open for more than a day. */
  overdue: boolean;
}

/** A stay at work. */
export interface AtWork {
  id: string;
  version: number;
  branch_id: string;
  clocked_in_at: string;
  clocked_out_at: string | null;
  /** It was ended by itself, since nobody clocked out. */
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
  /** Role and permissions are those of a role that is looked at. */
  previewing: boolean;
  permissions: PermissionName[];
  branches: Branch[];
  shifts: OwnShift[];
  /** The stay that is open, if one is. */
  at_work: AtWork | null;
  business: Business;
}

/** So long an answer is waited for where the last one is kept. */
const PATIENCE = 4000;

/** As it was when there was a line, where there is none: for who keeps a counter's goods here. */
async function orKept(asked: Promise<Me>): Promise<Me> {
  const person = worker();
  if (!person || !keepsGoods(person)) return asked;
  const kept = async () => (await import('./counter-goods.ts')).keptMe(person);
  const late = new Promise((done) => setTimeout(done, navigator.onLine ? PATIENCE : 0)).then(kept);
  const me = await Promise.race([
    asked.catch(async (error: AppError) => (error.code === 'network' ? await kept() : null) ?? Promise.reject(error)),
    late.then((last) => last ?? asked),
  ]);
  // An answer that comes later than that counts all the same, after what this gave.
  void asked.then(
    (now) => now !== me && setTimeout(() => keptPerson() === person && queryClient.setQueryData(['me'], heed(now))),
    () => undefined,
  );
  return me;
}

/** No screen renders before this: figures and dates are the business's from the first one on. */
function heed(me: Me): Me {
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

/** Who I am, what I may, where, and how the business writes things: one call, asked again now and then. */
export function meOf() {
  return queryOptions<Me, AppError>({
    queryKey: ['me'],
    queryFn: async ({ signal }) => heed(await orKept(rpc<'me', Me>('me', {} as never, signal))),
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

/** Inside the shell it is always there: the shell shows no screen before. */
export function useMe(): Me {
  const { data } = useQuery(meOf());
  if (!data) throw new Error('useMe outside of a session');
  return data;
}

/** Habits and drafts belong to a person, not to a browser that several people share. */
export function useUserKey(): string {
  return useMe().profile.id;
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
const { emit, listen } = createEmitter();

function subscribe(listener: () => void): () => void {
  const leave = listen(listener);
  window.addEventListener('storage', listener);
  return () => {
    leave();
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
  emit();
}

export function useBranch() {
  const { branches } = useMe();
  const branch = useSyncExternalStore(subscribe, () => chosenBranch(branches));
  return useMemo(() => {
    const works = branches.filter(({ access }) => access === 'work');
    // Where something new begins: the branch in the switcher, if I work there, or the only one I work in.
    const first = works.find(({ id }) => id === branch?.id) ?? (works.length === 1 ? works[0] : undefined);
    return { branch, branchId: branch?.id ?? null, branchIds: idsOf(branch), branches, works, first, setBranch };
  }, [branches, branch]);
}
