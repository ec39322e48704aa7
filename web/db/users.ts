/* The requests of the screens of people. */
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
/** `manageable`: the reader holds all that this person does. Contacts are null for who may not see them. `invited_at`: of who has not accepted yet. */
export type UserRow = RowOf<'user_page', 'email' | 'phone' | 'address' | 'signed_in_at' | 'last_seen_at' | 'invited_at'> & {
  branches: UserBranch[];
};
export type UserDetail = UserRow & { updated_at: string; updated_by: string | null };

/** What an answer about people is made of, and what changing one changes. */
export const userTables = ['profiles', 'profile_contacts', 'user_branches'] as const;
const reads = [...userTables, 'roles', 'branches', 'user_sessions'] as const;

export const { page: userPage, all: allUsers } = pagesOf<'user_page', UserRow>('user_page', reads);
export const userCount = (asked: Args<'user_count'>) => rpcOf('user_count', asked, reads);

export const readUser = (id: string): Promise<UserDetail | null> =>
  orNull(rpc<'user_detail', UserDetail & { updated_by: Person | null }>('user_detail', { id })).then(
    (user) => user && { ...user, updated_by: user.updated_by?.id ?? null },
  );
export const userOf = (id: string) =>
  queryOptions<UserDetail | null, AppError>({ queryKey: ['user_detail', id], queryFn: () => readUser(id), meta: { reads } });

/** What is told of a person; what is absent stays. */
export type UserChanges = Partial<
  Record<'name' | 'name_ar' | 'email' | 'phone' | 'address' | 'role_id', string | null> & {
    active: boolean;
    branches: { branch_id: string; access: Access }[];
  }
>;

interface UserChangeRequest {
  profile_id: string;
  person?: UserChanges;
  /** A temporary one; somebody new without one is invited. */
  password?: string;
  /** Of the mail that invites them. */
  language?: Language;
  /** What was seen; null of somebody new. */
  expected_version: number | null;
}

let last = { content: '', id: '' };
/** A request repeated because its answer was lost keeps its id, so that the server applies it once. */
function withRequestId<Request extends object>(request: Request): Request & { id: string } {
  const content = JSON.stringify(request);
  if (content !== last.content) last = { content, id: newId() };
  return { id: last.id, ...request };
}

interface Done {
  id: string;
  version: number;
  /** Where an invitation was sent. */
  invite: string | null;
}
export const changeUser = (request: UserChangeRequest) => invoke<Done>('users', { action: 'save', ...withRequestId(request) });
export const deleteUser = (request: Pick<UserChangeRequest, 'profile_id' | 'expected_version'>) =>
  invoke<Done>('users', { action: 'delete', ...withRequestId(request) });
export const inviteUser = (profile_id: string) => invoke<{ invite: string }>('users', { action: 'invite', profile_id });
/** The person is saved, and only the mail was not sent. */
export const isUnsentInvitation = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'invitation_not_sent' || error.code === 'invitation_delayed');
