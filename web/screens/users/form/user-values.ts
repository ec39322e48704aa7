// The values of the user form, and their conversion from and to database rows.
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Access, UserChanges, UserDetail } from '@/db/users.ts';
import { email, flag, phone, ref, shortName, shortText } from '@/kit/fields.ts';
import type { TypedRecord } from '@/kit/schema.ts';
import { schemaOf } from '@/kit/rules.ts';

export const userFields = {
  name: shortName({ required: true }),
  name_ar: shortName(),
  email: email({ required: true }),
  phone: phone(),
  address: shortText({ wide: true }),
  role_id: ref('roles', { required: true }),
  active: flag({ aside: true, initial: true }),
};
export type FieldName = keyof typeof userFields;

/** Access by branch, always in the same order, so that equal values compare as equal. */
export type Places = Readonly<Record<string, Access>>;
export type UserValues = Record<Exclude<FieldName, 'active'>, string> & { active: boolean; branches: Places };

const inOrder = (places: readonly (readonly [string, Access])[]): Places =>
  Object.fromEntries([...places].sort(([a], [b]) => (a < b ? -1 : 1)));

export const placed = (places: Places, branch: string, access: Access | null): Places =>
  inOrder([...Object.entries(places).filter(([id]) => id !== branch), ...(access ? [[branch, access] as const] : [])]);

export const blankUser: UserValues = { name: '', name_ar: '', email: '', phone: '', address: '', role_id: '', active: true, branches: {} };

export const toValues = (user: UserDetail): UserValues => ({
  name: user.name,
  name_ar: user.name_ar ?? '',
  email: user.email ?? '',
  phone: user.phone ?? '',
  address: user.address ?? '',
  role_id: user.role_id,
  active: user.active,
  branches: inOrder(user.branches.map(({ branch_id, access }) => [branch_id, access])),
});

export const userResolver = zodResolver(
  z.object({ ...schemaOf(userFields).shape, branches: z.unknown() }),
) as unknown as Resolver<TypedRecord>;

/** The fields to send: all for a new user, only changed ones for others. */
export function changesOf(parsed: TypedRecord, changed: readonly string[] | null): UserChanges {
  const sent = Object.entries(parsed).filter(([name]) => changed === null || changed.includes(name));
  return Object.fromEntries(
    sent.map(([name, value]) => [
      name,
      name === 'branches' ? Object.entries(value as Places).map(([branch_id, access]) => ({ branch_id, access })) : value,
    ]),
  );
}
