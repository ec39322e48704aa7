import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';

export interface UserChanges {
  id?: string;
  email?: string;
  password?: string;
  /** true confirms the address, which cannot be undone. */
  email_confirm?: boolean;
  user_metadata?: Record<string, unknown>;
  app_metadata?: Record<string, unknown>;
  /** "none" or a duration such as "24h". */
  ban_duration?: string;
  /** The metadata of a user created by an invitation. */
  data?: Record<string, unknown>;
}

export class UserError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const userColumns = (sql: Sql) => sql`
  id, coalesce(aud, 'authenticated') as aud, role, email, coalesce(phone, '') as phone, email_confirmed_at, confirmed_at, invited_at, confirmation_sent_at, last_sign_in_at,
  banned_until, raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at, updated_at, is_anonymous,
  (select coalesce(jsonb_agg(to_jsonb(i) - 'id' || jsonb_build_object('identity_id', i.id, 'id', i.provider_id)), '[]')
     from auth.identities i where i.user_id = users.id) as identities`;

export type User = { id: string; email: string } & Record<string, unknown>;

export async function listUsers(sql: Sql, page: number, perPage: number): Promise<{ users: User[]; total: number }> {
  const users = await sql<
    User[]
  >`select ${userColumns(sql)} from auth.users order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`;
  const [{ total }] = await sql<[{ total: number }]>`select count(*)::int as total from auth.users`;
  return { users: [...users], total };
}

export async function getUser(sql: Sql, id: string): Promise<User> {
  const [user] = await sql<User[]>`select ${userColumns(sql)} from auth.users where id = ${id}`;
  if (!user) throw new UserError(404, 'user_not_found', 'User not found');
  return user;
}

export async function createUser(sql: Sql, changes: UserChanges): Promise<User> {
  const email = normaliseEmail(changes.email);
  if (email === undefined) throw new UserError(400, 'validation_failed', 'Cannot create a user without either an email or phone');
  checkPassword(changes.password);
  const id = changes.id ?? randomUUID();
  const [made] = await sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${id}, ${email}, ${hash(sql, changes.password)}, case when ${changes.email_confirm === true} then now() end,
      ${sql.json({ provider: 'email', providers: ['email'], ...changes.app_metadata } as never)}, ${sql.json((changes.user_metadata ?? {}) as never)})
    on conflict do nothing returning id`;
  if (!made) throw new UserError(422, 'email_exists', 'A user with this email address has already been registered');
  await sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (${randomUUID()}, 'email', ${id}, ${id}, ${sql.json({ sub: id, email, email_verified: changes.email_confirm === true, phone_verified: false })})`;
  if (changes.ban_duration) await ban(sql, id, changes.ban_duration);
  return getUser(sql, id);
}

export async function updateUser(sql: Sql, id: string, changes: UserChanges): Promise<User> {
  await getUser(sql, id);
  const email = normaliseEmail(changes.email);
  checkPassword(changes.password);
  if (email !== undefined) {
    const [taken] = await sql`select 1 from auth.users where email = ${email} and id <> ${id}`;
    if (taken) throw new UserError(422, 'email_exists', 'A user with this email address has already been registered');
    await sql`update auth.users set email = ${email} where id = ${id}`;
    await sql`update auth.identities set identity_data = identity_data || ${sql.json({ email })} where user_id = ${id} and provider = 'email'`;
  }
  if (changes.email_confirm) {
    await sql`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), confirmation_token = null where id = ${id}`;
  }
  if (changes.password !== undefined) {
    await sql`update auth.users set encrypted_password = ${hash(sql, changes.password)} where id = ${id}`;
    // Ends sessions that were opened with the old password.
    await sql`delete from auth.sessions where user_id = ${id}`;
  }
  if (changes.user_metadata) {
    await sql`update auth.users set raw_user_meta_data = jsonb_strip_nulls(raw_user_meta_data || ${sql.json(changes.user_metadata as never)}) where id = ${id}`;
  }
  if (changes.app_metadata) {
    await sql`update auth.users set raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || ${sql.json(changes.app_metadata as never)}) where id = ${id}`;
  }
  if (changes.ban_duration) await ban(sql, id, changes.ban_duration);
  await sql`update auth.users set updated_at = now() where id = ${id}`;
  return getUser(sql, id);
}

/** Creates an invitation's token and voids the earlier one; creates an unknown user, and refuses one who has accepted. */
export async function inviteUser(sql: Sql, changes: UserChanges): Promise<{ user: User; tokenHash: string }> {
  const [known] = await sql<{ id: string; accepted: boolean }[]>`
    select id, email_confirmed_at is not null as accepted from auth.users where email = ${normaliseEmail(changes.email) ?? ''} for no key update`;
  if (known?.accepted) throw new UserError(422, 'email_exists', 'A user with this email address has already been registered');
  const { id } = known ?? (await createUser(sql, { email: changes.email, user_metadata: changes.data }));
  const tokenHash = randomBytes(28).toString('hex');
  await sql`update auth.users set confirmation_token = ${tokenHash}, confirmation_sent_at = now(), invited_at = now() where id = ${id}`;
  return { user: await getUser(sql, id), tokenHash };
}

export async function deleteUser(sql: Sql, id: string): Promise<void> {
  await getUser(sql, id);
  await sql`delete from auth.refresh_tokens where user_id = ${id}`;
  await sql`delete from auth.users where id = ${id}`;
}

async function ban(sql: Sql, id: string, duration: string): Promise<void> {
  if (duration === 'none') {
    await sql`update auth.users set banned_until = null where id = ${id}`;
    return;
  }
  const seconds = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * ({ h: 3600, m: 60, s: 1, ms: 0.001 }[unit ?? 's'] ?? 1),
    0,
  );
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(duration) || seconds > 1e10)
    throw new UserError(400, 'validation_failed', 'invalid format for ban duration');
  await sql`update auth.users set banned_until = now() + make_interval(secs => ${seconds}) where id = ${id}`;
}

function normaliseEmail(email: string | undefined): string | undefined {
  if (email === undefined || email === '') return undefined;
  const plain = email.trim().toLowerCase();
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(plain))
    throw new UserError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  return plain;
}

function checkPassword(password: string | undefined): void {
  if (password === undefined) return;
  if (password.length < 8) throw new UserError(422, 'weak_password', 'Password should be at least 8 characters.');
  // GoTrue's message; it counts bytes, since bcrypt ignores further ones.
  if (Buffer.byteLength(password) > 72) throw new UserError(400, 'validation_failed', 'Password cannot be longer than 72 characters');
}

/** Without a password, a random one is set, until the user accepts their invitation. */
const hash = (sql: Sql, password: string = randomUUID()) => sql`extensions.crypt(${password}, extensions.gen_salt('bf', 10))`;
