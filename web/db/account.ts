/* Requests about the user's own account and sessions. */
import type { Session } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { jsonOf, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { Person } from './documents.ts';
import type { Me } from './me-types.ts';
import { auth } from './client.ts';
import { config } from './config.ts';
import { AppError, asAppError, authRefusal, type AuthRefusal, refusePage, tooOften } from './errors.ts';
import { recoveryAddress } from './browser-storage.ts';

export type SessionState = 'online' | 'away' | 'signed_out' | 'expired';
export type ActivityRow = RowOf<'activity_page', 'device' | 'signed_out_at'> & { actor: Person; state: SessionState };

const reads = ['user_sessions', 'profiles'] as const;
export const { page: activityPage, all: allActivity } = pagesOf<'activity_page', ActivityRow>('activity_page', reads);
export const activityCount = (args: Args<'activity_count'>) => rpcOf('activity_count', args, reads);

export interface OwnSession {
  id: string;
  signed_in_at: string;
  last_seen_at: string;
  device: string | null;
  is_current: boolean;
}
export const ownSessions = () =>
  queryOptions<OwnSession[], AppError>({
    queryKey: ['own_sessions'],
    queryFn: () => rpc<'own_sessions', OwnSession[]>('own_sessions', {} as never),
    meta: { reads },
  });
export const endSessions = (ids: readonly string[]) => rpc('end_sessions', { ids: [...ids] });

export type OwnProfile = Pick<Me['profile'], 'id' | 'version' | 'name' | 'name_ar' | 'phone' | 'address'>;
export async function readOwnProfile() {
  const { profile } = await rpc<'me', Me>('me', {} as never);
  return { ...profile, updated_by: profile.updated_by?.id ?? null };
}
export const saveOwnProfile = (input: Args<'save_own_profile'>) =>
  rpc<'save_own_profile', { id: string; version: number }>('save_own_profile', input);

/** Sends the recovery mail. The result does not reveal whether the address is known. */
export async function sendRecovery(email: string): Promise<void> {
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo: recoveryAddress() });
  if (error && (!error.status || error.status >= 500)) throw new AppError('network');
  if (error?.status !== 429) return;
  if (error.code !== 'over_email_send_rate_limit') throw tooOften(error.message);
  // Hosted Supabase mails an address at most once a minute, and reports this for known addresses only: the mail is already on its way.
  if (/only request this after \d+ seconds/.test(error.message)) return;
  // The project has sent all mails that it may in an hour. The message does not reveal whether the address is known.
  throw new AppError('mail_limit', { status: 429 });
}

export async function setPassword(password: string): Promise<void> {
  const { error } = await auth.updateUser({ password });
  if (error) throw passwordRefusal(error);
}

const passwordRefusal = (error: AuthRefusal): AppError =>
  error.status === 422
    ? new AppError(error.code === 'same_password' ? 'same_password' : 'weak_password', { field: 'password' })
    : authRefusal(error);

/** No password is sent here, so a refusal cannot mean a wrong one. */
function linkRefusal(error: AuthRefusal): AppError {
  const refusal = authRefusal(error);
  return refusal.code === 'wrong_password' ? new AppError('invitation_expired') : refusal;
}

type Tokens = Pick<Session, 'access_token' | 'refresh_token'>;

/** An invitation link opens a session once. The tokens are kept here until the password is set, so that a retry continues with them. */
export function invitationOf(token_hash: string): (password: string) => Promise<Tokens> {
  let opened: Tokens | null = null;
  return async (password) => {
    opened ??= await ask<Tokens>('POST', 'verify', { type: 'invite', token_hash }, null, linkRefusal);
    const chosen = ask('PUT', 'user', { password }, opened.access_token, passwordRefusal);
    // An earlier attempt set it, but its answer was lost.
    await chosen.catch((error: AppError) => (error.code === 'same_password' ? undefined : Promise.reject(error)));
    return opened;
  };
}

async function ask<Answer>(
  method: string,
  path: string,
  body: object,
  token: string | null,
  refusal: (error: AuthRefusal) => AppError,
): Promise<Answer> {
  const headers = {
    apikey: config.publishableKey,
    'content-type': 'application/json',
    ...(token !== null && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${config.url}/auth/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    .then(refusePage)
    .catch((error: unknown) => Promise.reject(asAppError(error)));
  const content = (await jsonOf(answer)) as { error_code?: string; msg?: string };
  if (answer.ok) return content as Answer;
  throw refusal({ status: answer.status, code: content.error_code, message: content.msg ?? '' });
}

export async function enterWith(tokens: Tokens): Promise<void> {
  const { error } = await auth.setSession(tokens);
  if (error) throw authRefusal(error);
}

/** Checks the old password by signing in with it, sets the new one and ends all other sessions. */
export async function changePassword({ email, old, password }: { email: string; old: string; password: string }): Promise<void> {
  const { error } = await auth.signInWithPassword({ email, password: old });
  if (error) throw authRefusal(error);
  await setPassword(password);
  await auth.signOut({ scope: 'others' });
}
