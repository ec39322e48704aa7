import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from 'postgres';
import type { AddressChange } from './address-change.ts';
import { json } from './http.ts';
import { requestedRedirect } from './mail.ts';
import { rateLimiter } from './rate-limiter.ts';

type Handler = (request: Request) => Promise<Response>;

// The endpoints that users and the sign-in page need. Others could create accounts, which only permitted users may do.
const allowedEndpoints = new Set([
  'POST token',
  'POST recover',
  'POST verify',
  'GET verify',
  'POST logout',
  'GET user',
  'PUT user',
  'GET settings',
  'GET health',
  'GET .well-known/jwks.json',
]);
const guessableEndpoints = new Set(['POST token', 'POST verify', 'GET verify']);

const refusal = (status: number, code: string, msg: string, headers: Record<string, string> = {}): Response =>
  json(status, { code: status, error_code: code, msg }, { 'x-supabase-api-version': '2024-01-01', ...headers });

/**
 * Adds what GoTrue does and @supabase/lite does not: refuses sign-ups and banned users, limits guessing and does not reveal which
 * accounts exist, limits renewals of sessions, keeps the requested redirect in a mail's link, confirms an address change at
 * both addresses, and records the browser of a session.
 */
export function gotrueCompat(sql: Sql, change: AddressChange, renewalsPerMachine: number, next: Handler): Handler {
  const perAddress = rateLimiter(10);
  const perMachine = rateLimiter(50);
  const renewals = rateLimiter(renewalsPerMachine);
  const mailsPerAddress = rateLimiter(3);
  const mailsPerMachine = rateLimiter(50);

  type Limit = ReturnType<typeof rateLimiter>;
  type Keys = (readonly [Limit, string])[];
  const limited = async (
    keys: Keys,
    work: () => Promise<Response>,
    counts: (answer: Response) => boolean,
    refuse: (seconds: number, limit: Limit) => Response = tooManyRequests,
  ): Promise<Response> => {
    const started: Keys = [];
    let failed = false;
    try {
      for (const [limit, key] of keys) {
        const seconds = await limit.begin(key);
        if (seconds > 0) return refuse(seconds, limit);
        started.push([limit, key]);
      }
      const answer = await work();
      failed = counts(answer);
      return answer;
    } finally {
      for (const [limit, key] of started) limit.end(key, failed);
    }
  };

  /** Auth has one code for two limits: the address has just received a mail, or the project has reached its hourly number of mails. */
  const tooManyMails = (seconds: number, limit: Limit): Response =>
    limit === mailsPerMachine
      ? refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
      : refusal(429, 'over_email_send_rate_limit', `For security purposes, you can only request this after ${seconds} seconds.`);
  const mail = (machine: string, email: string, work: () => Promise<Response>): Promise<Response> =>
    limited(
      [
        [mailsPerMachine, machine],
        [mailsPerAddress, email],
      ],
      work,
      () => true,
      tooManyMails,
    );

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith('/auth/v1/')) return next(request);
    const endpoint = `${request.method} ${pathname.slice('/auth/v1/'.length)}`;
    if (!allowedEndpoints.has(endpoint)) return refusal(422, 'signup_disabled', 'Signups not allowed for this instance');
    const machine = request.headers.get('x-client-ip') ?? '';
    if (endpoint === 'POST recover') {
      const { email } = await credentialsOf(request);
      // Takes at least 300 ms, so that an unknown address cannot be told from a known one.
      const work = () =>
        Promise.all([requestedRedirect.run(searchParams.get('redirect_to'), () => next(request)), wait(300)]).then(([answer]) => answer);
      return mail(machine, email, work);
    }
    if (endpoint === 'PUT user') {
      const { email, password } = await credentialsOf(request);
      if (Buffer.byteLength(password) > 72) return refusal(400, 'validation_failed', 'Password cannot be longer than 72 characters');
      if (email === '') return next(request);
      return mail(machine, email, async () => {
        const answer = await next(request);
        await change.asked(answer);
        return answer;
      });
    }
    if (!guessableEndpoints.has(endpoint)) return next(request);
    const body = request.method === 'POST' ? await credentialsOf(request) : noCredentials;
    if (searchParams.get('grant_type') === 'refresh_token') {
      const work = async () => ((await banned(sql, body.refreshToken)) ? ban() : next(request));
      return limited([[renewals, machine]], work, () => true);
    }
    const keys = [[perMachine, machine] as const, ...(body.email === '' ? [] : [[perAddress, body.email] as const])];
    const link = addressLink(searchParams, request.method, body);
    const work = async () => {
      const answer =
        searchParams.get('grant_type') === 'password'
          ? await signIn(sql, body, () => next(request))
          : body.type === 'invite'
            ? await acceptInvitation(sql, request, body.tokenHash, next)
            : await refuseIfBanned(sql, await (link === null ? next(request) : change.confirm(request, link, next)));
      await recordDevice(sql, answer, request.headers.get('user-agent'));
      return answer;
    };
    // A mail's link is answered with a redirect even if refused; only a success carries a token.
    return limited(keys, work, ({ ok, status, headers }) => !ok && status < 500 && !headers.get('location')?.includes('access_token='));
  };
}

const tooManyRequests = (seconds: number): Response =>
  refusal(429, 'over_request_rate_limit', `Request rate limit reached; you can only request this after ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });

/** The address change that a link or a code confirms. */
function addressLink(address: URLSearchParams, method: string, { type, tokenHash, email, token }: Credentials) {
  if (method === 'GET') {
    return address.get('type') === 'email_change'
      ? { tokenHash: address.get('token') ?? '', redirect: address.get('redirect_to') ?? '/' }
      : null;
  }
  return type === 'email_change' ? { tokenHash: tokenHash || hashOf(email, token), redirect: null } : null;
}
const hashOf = (email: string, code: string): string =>
  createHash('sha256')
    .update(email + code)
    .digest('hex');

const ban = (): Response => refusal(400, 'user_banned', 'User is banned');

interface Credentials {
  email: string;
  password: string;
  refreshToken: string;
  type: string;
  tokenHash: string;
  token: string;
}
const noCredentials: Credentials = { email: '', password: '', refreshToken: '', type: '', tokenHash: '', token: '' };

/** The credentials in a body; NUL, which the database cannot store, is replaced. */
async function credentialsOf(request: Request): Promise<Credentials> {
  const body = (await request
    .clone()
    .json()
    .catch(() => null)) as Record<string, unknown> | null;
  const text = (name: string): string => {
    const value = body?.[name];
    return typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : '';
  };
  return {
    email: text('email').trim().toLowerCase(),
    password: text('password'),
    refreshToken: text('refresh_token'),
    type: text('type'),
    tokenHash: text('token_hash'),
    token: text('token'),
  };
}

/** Computes a hash for unknown addresses too, so that the time reveals nothing. Only the right password reveals a ban. */
async function signIn(sql: Sql, { email, password }: Credentials, next: () => Promise<Response>): Promise<Response> {
  const [found] = await sql<{ right: boolean; banned: boolean }[]>`
    with account as (
      -- Both prefixes mean the same algorithm; pgcrypto supports only the older.
      select replace(u.encrypted_password, '$2b$', '$2a$') as hash, u.banned_until > now() as banned from auth.users u where u.email = ${email}
    ), tried as (
      select coalesce((select hash from account), '$2a$10$7EqJtq98hPqEX7fNZaFWoOhi2kBpwGSNXl0yKmYDFOFZqfWJDYAeW') as hash
    )
    select extensions.crypt(${password}, hash) = hash and exists (select from account) as right,
      coalesce((select banned from account), false) as banned
    from tried`;
  if (!found?.right) return refusal(400, 'invalid_credentials', 'Invalid login credentials');
  return found.banned ? ban() : next();
}

/** Accepts an invitation as a sign-up, since @supabase/lite has no invitations. Void once the address is confirmed in another way. */
async function acceptInvitation(sql: Sql, { url, headers }: Request, tokenHash: string, next: Handler): Promise<Response> {
  const [found] = await sql<{ banned: boolean }[]>`
    select coalesce(banned_until > now(), false) as banned from auth.users where confirmation_token = ${tokenHash} and email_confirmed_at is null`;
  if (!found) return refusal(403, 'otp_expired', 'Email link is invalid or has expired');
  return found.banned
    ? ban()
    : next(new Request(url, { method: 'POST', headers, body: JSON.stringify({ type: 'signup', token_hash: tokenHash }) }));
}

interface Session {
  sub: string;
  session_id: string;
}

/** The session that a response opens, read from its body or redirect. */
async function sessionOf(answer: Response): Promise<Session | null> {
  const location = answer.headers.get('location');
  const token = location
    ? /access_token=([^&]+)/.exec(location)?.[1]
    : (
        (await answer
          .clone()
          .json()
          .catch(() => null)) as { access_token?: string } | null
      )?.access_token;
  return token ? (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Session) : null;
}

async function recordDevice(sql: Sql, answer: Response, device: string | null): Promise<void> {
  const session = await sessionOf(answer);
  if (session) await sql`update auth.sessions set user_agent = ${device} where id = ${session.session_id}`;
}

/** Refuses a banned user who signs in by a mail's link, and deletes the session. */
async function refuseIfBanned(sql: Sql, answer: Response): Promise<Response> {
  const session = await sessionOf(answer);
  if (!session) return answer;
  const { sub } = session;
  const [found] = await sql`select id from auth.users where id = ${sub} and banned_until > now()`;
  if (!found) return answer;
  await sql`delete from auth.refresh_tokens where user_id = ${sub}`;
  await sql`delete from auth.sessions where user_id = ${sub}`;
  const location = answer.headers.get('location');
  if (!location) return ban();
  return new Response(null, {
    status: 303,
    headers: { location: location.replace(/#.*/, '#error=access_denied&error_code=user_banned&error_description=User+is+banned') },
  });
}

async function banned(sql: Sql, refreshToken: string): Promise<boolean> {
  const [found] = await sql`
    select from auth.refresh_tokens r join auth.users u on u.id = r.user_id where r.token = ${refreshToken} and u.banned_until > now()`;
  return found !== undefined;
}
