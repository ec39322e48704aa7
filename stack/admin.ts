import type { Sql } from 'postgres';
import { json } from './http.ts';
import { lostConnection } from './postgres.ts';
import { createUser, deleteUser, getUser, inviteUser, listUsers, updateUser, UserError, type UserChanges } from './users.ts';

type SendInvitation = (email: string, tokenHash: string) => Promise<void>;

/** The /auth/v1/admin/users and /auth/v1/invite calls of GoTrue that the product uses; they require the secret key. */
export function adminApi(sql: Sql, secretKey: string, sendInvitation: SendInvitation): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.headers.get('apikey') !== secretKey) {
      return json(401, { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' });
    }
    try {
      return await answer(sql, sendInvitation, request);
    } catch (error) {
      if (error instanceof UserError) return json(error.status, { code: error.status, error_code: error.code, msg: error.message });
      if (lostConnection(error)) throw error;
      // For example, the deletion of a user that records refer to violates a foreign key, as on a hosted project.
      console.error(error);
      return json(500, { code: 500, error_code: 'unexpected_failure', msg: 'Database error' });
    }
  };
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const kinds = {
  id: 'string',
  email: 'string',
  email_confirm: 'boolean',
  password: 'string',
  ban_duration: 'string',
  data: 'object',
  user_metadata: 'object',
  app_metadata: 'object',
};

/** The requested changes without nulls; refused if a type differs from GoTrue's or a text contains NUL. */
async function changesOf(request: Request): Promise<UserChanges> {
  const body = (await request.json().catch(() => null)) as Record<string, unknown> | null;
  const refused = (what: string): never => {
    throw new UserError(400, 'bad_json', `Could not parse request body as JSON: ${what}`);
  };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refused('not an object');
  const changes = Object.fromEntries(
    Object.keys(kinds)
      .filter((name) => body[name] != null)
      .map((name) => [name, body[name]]),
  );
  for (const [name, kind] of Object.entries(kinds)) {
    if (
      name in changes &&
      (typeof changes[name] !== kind || Array.isArray(changes[name]) || JSON.stringify(changes[name]).includes('\\u0000'))
    )
      refused(name);
  }
  if (typeof changes.email === 'string' && changes.email.length > 254)
    throw new UserError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  if (typeof changes.id === 'string' && !uuid.test(changes.id)) throw new UserError(400, 'validation_failed', 'id must be an UUID');
  return changes;
}

async function answer(sql: Sql, sendInvitation: SendInvitation, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/auth/v1/invite' && request.method === 'POST') {
    const changes = await changesOf(request);
    const { user, tokenHash } = await sql.begin((transaction) => inviteUser(transaction as unknown as Sql, changes));
    await sendInvitation(user.email, tokenHash);
    return json(200, user);
  }
  const [, id] = /^\/auth\/v1\/admin\/users(?:\/([^/]+))?\/?$/.exec(pathname) ?? [null, undefined];
  if (!pathname.startsWith('/auth/v1/admin/users')) return json(404, { code: 404, error_code: 'not_found', msg: 'Not found' });
  if (id === undefined) {
    if (request.method === 'POST') {
      const changes = await changesOf(request);
      return json(200, await sql.begin((transaction) => createUser(transaction as unknown as Sql, changes)));
    }
    if (request.method !== 'GET') return json(405, { code: 405, msg: 'Method not allowed' });
    const positiveInteger = (name: string, fallback: number): number =>
      /^[1-9]\d{0,3}$/.test(searchParams.get(name) ?? '') ? Number(searchParams.get(name)) : fallback;
    const { users, total } = await listUsers(sql, positiveInteger('page', 1), positiveInteger('per_page', 50));
    return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(total) });
  }
  if (!uuid.test(id)) throw new UserError(404, 'validation_failed', 'user_id must be an UUID');
  if (request.method === 'GET') return json(200, await getUser(sql, id));
  if (request.method === 'PUT') {
    const changes = await changesOf(request);
    return json(200, await sql.begin((transaction) => updateUser(transaction as unknown as Sql, id, changes)));
  }
  if (request.method !== 'DELETE') return json(405, { code: 405, msg: 'Method not allowed' });
  await sql.begin((transaction) => deleteUser(transaction as unknown as Sql, id));
  return json(200, {});
}
