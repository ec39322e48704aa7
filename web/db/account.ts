/* What people ask of their own account, and where they are signed in. */
import { queryOptions } from '@tanstack/react-query';
import { pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { Person } from './documents.ts';
import type { Me } from './me.ts';
import { auth } from './client.ts';
import { AppError, authRefusal, tooOften } from './errors.ts';
import { recoveryAddress } from './keep.ts';

export type SessionState = 'online' | 'away' | 'signed_out' | 'expired';
export type ActivityRow = RowOf<'activity_page', 'device' | 'signed_out_at'> & { actor: Person; state: SessionState };

const reads = ['user_sessions', 'profiles'] as const;
export const { page: activityPage, all: allActivity } = pagesOf<'activity_page', ActivityRow>('activity_page', reads);
export const activityCount = (asked: Args<'activity_count'>) => rpcOf('activity_count', asked, reads);

export interface OwnSession {
  id: string;
  signed_in_at: string;
  last_seen_at: string;
  device: string | null;
  is_current: boolean;
}
export const ownSessions = () => queryOptions<OwnSession[], AppError>({ queryKey: ['own_sessions'], queryFn: () => rpc<'own_sessions', OwnSession[]>('own_sessions', {} as never), meta: { reads } });
export const endSessions = (ids: readonly string[]) => rpc('end_sessions', { ids: [...ids] });

export type OwnProfile = Pick<Me['profile'], 'id' | 'version' | 'name' | 'name_ar' | 'phone' | 'address'>;
export async function readOwnProfile() {
  const { profile } = await rpc<'me', Me>('me', {} as never);
  return { ...profile, updated_by: profile.updated_by?.id ?? null };
}
export const saveOwnProfile = (input: Args<'save_own_profile'>) => rpc<'save_own_profile', { id: string; version: number }>('save_own_profile', input);

/** The answer is the same whether the address is known or not. */
export async function sendRecovery(email: string): Promise<void> {
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo: recoveryAddress() });
  if (error && (!error.status || error.status >= 500)) throw new AppError('network');
  if (error?.status === 429) throw tooOften(error.message);
}

export async function setPassword(password: string): Promise<void> {
  const { error } = await auth.updateUser({ password });
  if (error) throw error.status === 422 ? new AppError(error.code === 'same_password' ? 'same_password' : 'weak_password', { field: 'password' }) : authRefusal(error);
}

/** Whoever knows the old one signs in with it once more; every other session ends. */
export async function changePassword({ email, old, password }: { email: string; old: string; password: string }): Promise<void> {
  const { error } = await auth.signInWithPassword({ email, password: old });
  if (error) throw authRefusal(error);
  await setPassword(password);
  await auth.signOut({ scope: 'others' });
}
