import type { Sql } from 'postgres';
import { json } from './http.ts';
import { landing } from './mail.ts';

type Handler = (request: Request) => Promise<Response>;

/** What GoTrue does and @supabase/lite does not: a banned user gets no token, and a mail's link leads where the asker wished. */
export function authCures(sql: Sql, next: Handler): Handler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/auth/v1/recover') return landing.run(searchParams.get('redirect_to'), () => next(request));
    if (pathname === '/auth/v1/token' && request.method === 'POST' && (await banned(sql, request.clone()))) {
      const body = { code: 400, error_code: 'user_banned', msg: 'User is banned' };
      return json(400, body, { 'x-supabase-api-version': '2024-01-01' });
    }
    return next(request);
  };
}

async function banned(sql: Sql, request: Request): Promise<boolean> {
  const asked = (await request.json().catch(() => ({}))) as { email?: unknown; refresh_token?: unknown };
  const email = typeof asked.email === 'string' ? asked.email.trim().toLowerCase() : '';
  const token = typeof asked.refresh_token === 'string' ? asked.refresh_token : '';
  const [found] = await sql`
    select 1 from auth.users u where u.banned_until > now()
      and (u.email = ${email} or u.id in (select r.user_id from auth.refresh_tokens r where r.token = ${token}))`;
  return found !== undefined;
}
