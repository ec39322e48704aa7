import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const store = vi.hoisted(() => new Map<string, string>());
vi.mock('./config.ts', () => ({ config: { url: 'http://shop.example', publishableKey: 'public' } }));
vi.mock('./preview.ts', () => ({ markPreview: () => undefined }));
vi.mock('./browser-storage.ts', () => ({
  takesTokens: false,
  sessionStore: {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  },
}));

const minute = 60_000;
const hour = 60 * minute;

/** How far this device's clock is ahead of the server's, in milliseconds. */
let ahead: number;
/** The expiry of each token by number; the server accepts a token for an hour of its own clock. */
let issued: number[];
let renewals: number;
/** Intercepts requests to Auth. */
let between: (() => Promise<Response>) | null;

const serverTime = () => Date.now() - ahead;

function issue(): Response {
  issued.push(serverTime() + hour);
  const token = `token-${issued.length}`;
  return Response.json({
    access_token: token,
    refresh_token: `renews-${token}`,
    token_type: 'bearer',
    expires_in: hour / 1000,
    expires_at: Math.floor(serverTime() / 1000) + hour / 1000,
    user: { id: 'one' },
  });
}

const expired = () => Response.json({ code: 'PGRST301', message: 'JWT expired', details: null, hint: null }, { status: 401 });

function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input));
  if (pathname === '/auth/v1/token') {
    if (searchParams.get('grant_type') !== 'refresh_token') return Promise.resolve(issue());
    renewals += 1;
    return between?.() ?? Promise.resolve(issue());
  }
  const [, number = '0'] = /token-(\d+)/.exec(new Headers(init?.headers).get('authorization') ?? '') ?? [];
  return Promise.resolve((issued[Number(number) - 1] ?? 0) > serverTime() ? Response.json(number) : expired());
}

let client: typeof import('./client.ts');
let auth: typeof client.auth;
let renewal: typeof import('./renewal.ts');

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T10:00:00Z') });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  store.clear();
  ahead = 0;
  issued = [];
  renewals = 0;
  between = null;
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', vi.fn(serve));
  vi.resetModules();
  client = await import('./client.ts');
  renewal = await import('./renewal.ts');
  ({ auth } = client);
  await auth.initialize();
  await auth.stopAutoRefresh();
});
afterEach(() => {
  renewal.endRenewal(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const signIn = () => auth.signInWithPassword({ email: 'one@shop.example', password: 'secret' });
const isStored = () => store.size > 0;
/** The number of the token with which the request was accepted, or the error. */
const ask = async (path = '/rest/v1/brands') => {
  const asking = client.fetchAsUser(`http://shop.example${path}`).then(
    async (answer) => Number(await answer.json()),
    (error: unknown) => error,
  );
  // Longer than auth-js keeps retrying.
  await vi.advanceTimersByTimeAsync(minute);
  return asking;
};

const page = (status: number) => () =>
  Promise.resolve(new Response('<!doctype html><title>Wi-Fi</title>', { status, headers: { 'content-type': 'text/html' } }));
const said = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }));

describe('the session is kept and renewed later if its renewal', () => {
  const noAnswers: [string, () => Promise<Response>][] = [
    ['is limited', said(429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' })],
    ['is limited by a gateway', said(429, { message: 'API rate limit exceeded' })],
    ['fails in Auth', said(500, { code: 'unexpected_failure', message: 'Database error' })],
    ['meets too many others at once', said(409, { code: 'conflict', message: 'Too many concurrent token refresh requests' })],
    ['is answered 540 because the project is paused', page(540)],
    ['is answered with the page of a Wi-Fi', page(200)],
    ['is refused with a page', page(403)],
    ['is refused by a gateway', said(401, { message: 'Invalid authentication credentials' })],
    ['is answered with something else', said(200, {})],
    ['gets no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is answered and the answer is cut off', () => Promise.resolve(new Response('{"access_token":"tok'))],
  ];
  it.each(noAnswers)('%s', async (_, answer) => {
    await signIn();
    await vi.advanceTimersByTimeAsync(hour);
    between = answer;
    expect(await ask()).toBeInstanceOf(TypeError);
    expect(isStored()).toBe(true);
    expect(renewal.renewalNeeded()).toBe(false);
    between = null;
    await vi.advanceTimersByTimeAsync(minute);
    expect(await ask()).toBe(2);
  });
});

describe('the session ends if Auth answers', () => {
  const codes = [
    'refresh_token_not_found',
    'refresh_token_already_used',
    'session_not_found',
    'session_expired',
    'user_banned',
    'user_not_found',
    'validation_failed',
  ];
  it.each(codes)('%s', async (code) => {
    await signIn();
    await vi.advanceTimersByTimeAsync(hour);
    between = said(400, { code, message: 'Invalid Refresh Token' });
    const asking = ask();
    await vi.waitFor(() => expect(renewal.renewalNeeded()).toBe(true));
    expect(isStored()).toBe(false);
    renewal.endRenewal(false);
    expect(await asking).toMatchObject({ code: 'session' });
  });
});

describe('with a device clock that is', () => {
  const clocks: [string, number][] = [
    ['right', 0],
    ['five minutes behind', -5 * minute],
    ['seventy minutes ahead', 70 * minute],
    ['a year behind', -365 * 24 * hour],
    ['a year ahead', 365 * 24 * hour],
  ];
  it.each(clocks)('%s, the token is renewed once an hour without asking to sign in', async (_, offset) => {
    ahead = offset;
    await signIn();
    for (let minutes = 0; minutes < 150; minutes += 10) {
      expect(await ask()).toBe(renewals + 1);
      await vi.advanceTimersByTimeAsync(9 * minute);
    }
    expect(renewals).toBe(2);
  });
});

describe('a token that only the server rejects', () => {
  // The clock was set back after signing in.
  const putBack = async () => {
    await signIn();
    await vi.advanceTimersByTimeAsync(50 * minute);
    issued = [serverTime() - 1];
  };

  it('is renewed once for all requests, which are sent again', async () => {
    await putBack();
    const paths = ['/rest/v1/brands', '/functions/v1/import', '/rest/v1/sizes'];
    expect(await Promise.all(paths.map(ask))).toEqual([2, 2, 2]);
    expect(renewals).toBe(1);
    expect(renewal.renewalNeeded()).toBe(false);
  });

  it('fails the request as a network error if the renewal gets no response', async () => {
    await putBack();
    between = said(429, { code: 'over_request_rate_limit', message: 'Request rate limit reached' });
    expect(await ask()).toBeInstanceOf(TypeError);
    expect(renewal.renewalNeeded()).toBe(false);
    between = null;
    await vi.advanceTimersByTimeAsync(minute);
    expect(await ask()).toBe(2);
  });

  it('asks to sign in if the renewed token is rejected too, without renewing repeatedly', async () => {
    await putBack();
    between = () => {
      const answer = issue();
      issued = issued.map(() => 0);
      return Promise.resolve(answer);
    };
    const asking = ask();
    await vi.waitFor(() => expect(renewal.renewalNeeded()).toBe(true));
    expect(renewals).toBe(1);
    renewal.endRenewal(false);
    expect(await asking).toMatchObject({ code: 'session' });
  });
});
