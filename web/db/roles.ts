/* Requests of the role screens. */
import { queryOptions } from '@tanstack/react-query';
import { rpc, type Args } from './calls.ts';
import type { Person } from './documents.ts';
import { type AppError, orNull } from './errors.ts';
import { listOf, type Row } from './tables.ts';
import type { PermissionName } from './types.gen.ts';

export const roleTables = ['roles', 'role_permissions'] as const;
const reads = [...roleTables, 'profiles'] as const;

type Listed = Row<'role_list'>;
/** `permissions`, `users`: how many the role has. `grantable`: the reader may assign it. */
export type RoleRow = { [K in keyof Listed]-?: K extends 'name_ar' ? string | null : NonNullable<Listed[K]> };

export const roleList = (params: Parameters<typeof listOf<'role_list', RoleRow>>[1]) =>
  listOf<'role_list', RoleRow>('role_list', params, reads);

export interface Role extends Omit<RoleRow, 'permissions' | 'search'> {
  permissions: PermissionName[];
  updated_by: string | null;
}
export interface RoleDetail {
  /** Null for a new role. */
  role: Role | null;
  /** All permissions, in the order of the screen. */
  catalogue: PermissionName[];
}

async function read(id?: string): Promise<RoleDetail> {
  const { role, catalogue } = await rpc<
    'role_detail',
    { role: (Role & { updated_by: Person | null }) | null; catalogue: PermissionName[] }
  >('role_detail', id ? { id } : {});
  return { role: role && { ...role, updated_by: (role.updated_by as Person | null)?.id ?? null }, catalogue };
}
/** A role, or null for a new one, with the catalogue of permissions. */
export const roleOf = (id?: string) =>
  queryOptions<RoleDetail | null, AppError>({ queryKey: ['role_detail', id ?? ''], queryFn: () => orNull(read(id)), meta: { reads } });
export const readRole = async (id: string): Promise<Role | null> => (await orNull(read(id)))?.role ?? null;

export const saveRole = (input: Args<'save_role'>) => rpc<'save_role', { id: string; version: number }>('save_role', input);
export const deleteRole = (input: Args<'delete_role'>) => rpc<'delete_role', { id: string; moved: number }>('delete_role', input);
