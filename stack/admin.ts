import type { Sql } from 'postgres';
import { json } from './http.ts';
import { createUser, deleteUser, getUser, listUsers, updateUser, UserError, type UserChanges } from './users.ts';

/** The /auth/v1/admin/users calls of GoTrue that the product uses; the secret key alone opens them. */
export function adminApi(sql: Sql, secretKey: string): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.headers.get('apikey') !== secretKey) {
      return json(401, { code: 401, error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' });
    }
    try {
      return await answer(sql, request);
    } catch (error) {
      if (error instanceof UserError) return json(error.status, { code: error.status, error_code: error.code, msg: error.message });
      // A user that records point at is refused by the foreign key, as on a hosted project.
      console.error(error);
      return json(500, { code: 500, error_code: 'unexpected_failure', msg: 'Database error' });
    }
  };
}

async function answer(sql: Sql, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, id] = /^\/auth\/v1\/admin\/users(?:\/([^/]+))?\/?$/.exec(pathname) ?? [null, undefined];
  if (!pathname.startsWith('/auth/v1/admin/users')) return json(404, { code: 404, error_code: 'not_found', msg: 'Not found' });
  if (id === undefined) {
    if (request.method === 'POST') return json(200, await sql.begin((transaction) => request.json().then((body: UserChanges) => createUser(transaction as unknown as Sql, body))));
    if (request.method !== 'GET') return json(405, { code: 405, msg: 'Method not allowed' });
    const perPage = Number(searchParams.get('per_page')) || 50;
    const { users, total } = await listUsers(sql, Number(searchParams.get('page')) || 1, perPage);
    return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(total) });
  }
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new UserError(404, 'validation_failed', 'user_id must be an UUID');
  if (request.method === 'GET') return json(200, await getUser(sql, id));
  if (request.method === 'PUT') {
    const changes = (await request.json()) as UserChanges;
    return json(200, await sql.begin((transaction) => updateUser(transaction as unknown as Sql, id, changes)));
  }
  if (request.method !== 'DELETE') return json(405, { code: 405, msg: 'Method not allowed' });
  await sql.begin((transaction) => deleteUser(transaction as unknown as Sql, id));
  return json(200, {});
}
