/* The running stack, as printed by `npm start -- --json`, and basic helpers. */
import type { Page } from '@playwright/test';
import { sessionKey } from '../../db/first-request.ts';

interface Stack {
  url: string;
  apiUrl: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
  accounts: { email: string; password: string; role: string }[];
}

const line = process.env.DAFTAR_STACK;
if (!line)
  throw new Error('DAFTAR_STACK is not set: start the stack with `npm start -- --json` and pass its line, or run `npm test -- browser`.');
export const stack = JSON.parse(line) as Stack;

export type Language = 'en' | 'ar';
export type Theme = 'light' | 'dark';

/** The languages of a flow whose steps are the same in both: normally the given one, so that half of the flows run in each; in the long run both. */
export const usually = (language: Language): Language[] => (process.env.DAFTAR_BOTH_LANGUAGES ? ['en', 'ar'] : [language]);

export function account(role: string) {
  const found = stack.accounts.find((one) => one.role === role);
  if (!found) throw new Error(`No demo account for ${role}`);
  return found;
}

/** Stores language and theme as for a returning user. */
export async function prefer(page: Page, language: Language, theme?: Theme) {
  await page.addInitScript(
    ([l, t]) => {
      if (localStorage.getItem('language') === null) localStorage.setItem('language', l);
      if (t && localStorage.getItem('theme') === null) localStorage.setItem('theme', t);
    },
    [language, theme] as const,
  );
}

/** Signs in through the form, which leads to the dashboard. */
export async function signInByForm(page: Page, role: string) {
  const { email, password } = account(role);
  await prefer(page, 'en');
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/dashboard');
  await page.locator('main h1').first().waitFor();
}

export interface Credentials {
  email: string;
  password: string;
}

/** Opens a page with a stored session, without loading the form and the dashboard in every test. */
export async function signIn(page: Page, who: string | Credentials, to = '/dashboard', language: Language = 'en') {
  const { email, password } = typeof who === 'string' ? account(who) : who;
  await prefer(page, language);
  const answer = await page.request.post(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    headers: { apikey: stack.publishableKey },
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`${email} is not let in: ${await answer.text()}`);
  // Any address of the client gives access to its storage; this one makes no further requests.
  await page.goto('/before-paint.js');
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [sessionKey, await answer.text()] as const);
  await page.goto(to);
  // Keys and clicks are ignored before the page is ready. Not found by role, because a dialog that opens immediately hides the heading.
  await page.locator('main h1').first().waitFor();
}

/** Expires the token of the page's session, so that the next request renews it. */
export const expireToken = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
  }, sessionKey);

/** Auth refuses to renew sessions, as after too many renewals from one address, until the limit is lifted. */
export async function limitRenewals(page: Page): Promise<{ lift: () => Promise<void> }> {
  const renewal = '**/auth/v1/token?grant_type=refresh_token';
  const body = { code: 'over_request_rate_limit', message: 'Request rate limit reached' };
  await page.route(renewal, (route) => route.fulfill({ status: 429, json: body }));
  return { lift: () => page.unroute(renewal) };
}

/** Types a code like a scanner: faster than a person, ending with Enter; all keys in one call, however busy the machine is. */
export async function scan(page: Page, code: string) {
  await page.evaluate(
    (keys) => {
      for (const key of keys) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    [...code, 'Enter'],
  );
}

/* One token per role, so that parallel setup does not sign in again and again. */
const tokens = new Map<string, Promise<string>>();

async function tokenOf(role: string): Promise<string> {
  const { email, password } = account(role);
  const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${role} is not let in: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Calls the API as a demo account, to set up and to check data. */
export async function api(role: string) {
  if (!tokens.has(role)) tokens.set(role, tokenOf(role));
  const token = await tokens.get(role)!;
  const headers = { apikey: stack.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    token,
    get: async <Row>(path: string) => (await (await fetch(`${stack.apiUrl}/rest/v1/${path}`, { headers })).json()) as Row[],
    rpc: (name: string, body: unknown) =>
      fetch(`${stack.apiUrl}/rest/v1/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    call: (name: string, body: unknown) =>
      fetch(`${stack.apiUrl}/functions/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  };
}
