/* Requests of the user screens. */
import { queryOptions } from '@tanstack/react-query';
import type { Language } from '@/lib/settings.ts';
import { newId } from '@/lib/id.ts';
import { invoke, pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { Person } from './documents.ts';
import { AppError, orNull } from './errors.ts';

export type Access = 'view' | 'work';
export interface UserBranch {
  branch_id: string;
  branch: string;
  branch_ar: string | null;
  access: Access;
}
/** `manageable`: the reader has all of this user's permissions. Contacts are null where not visible. `invited_at` is set until the
    invitation is accepted. */
export type UserRow = RowOf<'user_page', 'email' | 'phone' | 'address' | 'signed_in_at' | 'last_seen_at' | 'invited_at'> & {
  branches: UserBranch[];
};
export type UserDetail = UserRow & { updated_at: string; updated_by: string | null };

/** Tables that queries about users read and changes to users write. */
export const userTables = ['profiles', 'profile_contacts', 'user_branches'] as const;
const reads = [...userTables, 'roles', 'branches', 'user_sessions'] as const;

export const { page: userPage, all: allUsers } = pagesOf<'user_page', UserRow>('user_page', reads);
export const userCount = (args: Args<'user_count'>) => rpcOf('user_count', args, reads);

export const readUser = (id: string): Promise<UserDetail | null> =>
  orNull(rpc<'user_detail', UserDetail & { updated_by: Person | null }>('user_detail', { id })).then(
    (user) => user && { ...user, updated_by: user.updated_by?.id ?? null },
  );
export const userOf = (id: string) =>
  queryOptions<UserDetail | null, AppError>({ queryKey: ['user_detail', id], queryFn: () => readUser(id), meta: { reads } });

/** The fields to change; absent ones stay. */
export type UserChanges = Partial<
  Record<'name' | 'name_ar' | 'email' | 'phone' | 'address' | 'role_id', string | null> & {
    active: boolean;
    branches: { branch_id: string; access: Access }[];
  }
>;

interface UserChangeRequest {
  profile_id: string;
  person?: UserChanges;
  /** A temporary password; a new user without one gets an invitation. */
  password?: string;
  /** The language of the invitation mail. */
  language?: Language;
  /** The version seen; null for a new user. */
  expected_version: number | null;
}

let last = { content: '', id: '' };
/** A request repeated after a lost answer keeps its id, so that the server applies it once. */
function withRequestId<Request extends object>(request: Request): Request & { id: string } {
  const content = JSON.stringify(request);
  if (content !== last.content) last = { content, id: newId() };
  return { id: last.id, ...request };
}

interface Done {
  id: string;
  version: number;
  /** The address an invitation was sent to. */
  invite: string | null;
}
export const changeUser = (request: UserChangeRequest) => invoke<Done>('users', { action: 'save', ...withRequestId(request) });
export const deleteUser = (request: Pick<UserChangeRequest, 'profile_id' | 'expected_version'>) =>
  invoke<Done>('users', { action: 'delete', ...withRequestId(request) });
export const inviteUser = (profile_id: string) => invoke<{ invite: string }>('users', { action: 'invite', profile_id });
/** The user is saved; only the mail was not sent, or not again. */
export const isUnsentInvitation = (error: unknown): error is AppError =>
  error instanceof AppError && ['invitation_not_sent', 'invitation_delayed', 'invitation_just_sent'].includes(error.code);
