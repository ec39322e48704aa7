/* What stays in a browser after sign-out, and how links and a corrupt session store are handled. */
import { expect, test, type Page } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { intercept } from './support/intercept.ts';
import { nameField } from './support/record-form.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, giveCredentials, newPerson, unique, type Person } from './support/fixtures.ts';
import { prefer, stack, type Language, usually } from './support/stack.ts';
import { words } from './support/words.ts';

const app = words('en', 'app');
const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: app('signIn.title') });

/** Everything that the browser has stored, as one text. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const files = await new Promise<unknown[]>((resolve) => {
      const opening = indexedDB.open('drafts', 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore('files');
      opening.onsuccess = () => {
        const all = opening.result.transaction('files').objectStore('files').getAllKeys();
        all.onsuccess = () => {
          opening.result.close();
          resolve(all.result);
        };
      };
    });
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, files, 'caches' in window ? await caches.keys() : []]);
  });

async function askToLeave(page: Page, language: Language = 'en') {
  await page.getByRole('button', { name: textPattern(language, 'app').part('userMenuOf', { name: '' }) }).click();
  await page.getByRole('menuitem', { name: words(language, 'app')('signOut') }).click();
}

async function keepFile(page: Page, person: Person) {
  await page.evaluate(
    (key) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('drafts', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('files');
        opening.onsuccess = () => {
          const store = opening.result.transaction('files', 'readwrite').objectStore('files');
          store.put([{ id: 'x', file: new File(['invoice'], 'invoice.pdf') }], key).onsuccess = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    `draft:${person.id}:purchase`,
  );
}

for (const language of usually('ar')) {
  test(`signing out warns about unsaved work and then removes all of it, in ${language}`, async ({ page, context }) => {
    const person = await newPerson('Owner');
    const secret = `Secret ${unique()}`;
    await enter(page, person, language, '/inventory/brands/add');
    await page.getByRole('main').getByRole('textbox').first().fill(secret);
    await keepFile(page, person);
    await page.evaluate(
      (key) => localStorage.setItem(key, JSON.stringify([{ id: '1', variant_id: '2', mode: 'add', quantity: 7, at: 0 }])),
      `tallies:${person.id}:count`,
    );
    const tab = await context.newPage();
    await tab.goto('/inventory/sizes/add');
    await tab.getByRole('main').getByRole('textbox').first().fill(`${secret} too`);
    await expect.poll(() => kept(page)).toContain(secret);

    await askToLeave(page, language);
    const question = page.getByRole('alertdialog', { name: words(language, 'app')('leaving.title') });
    await expect(question).toContainText(words(language, 'app')('leaving.text'));
    await question.getByRole('button', { name: words(language, 'ui')('cancel') }).click();
    await expect(page).toHaveURL('/inventory/brands/add');
    await expect.poll(() => kept(page)).toContain(secret);

    await askToLeave(page, language);
    await question.getByRole('button', { name: words(language, 'app')('leaving.confirm') }).click();
    await expect(page).toHaveURL('/login');
    await expect(tab).toHaveURL('/login');
    for (const one of [page, tab]) await expect.poll(() => kept(one)).not.toMatch(new RegExp(`${secret}|draft:|tallies:|access_token`));
  });
}

for (const path of ['/purchase/add', '/inventory/stockpoints/transactions/add']) {
  test(`signing out deletes the draft of a document, ${path}`, async ({ page }) => {
    const secret = `Secret ${unique()}`;
    await enter(page, await newPerson('Owner'), 'en', path);
    await page.getByRole('main').locator('textarea').first().fill(secret);
    await expect.poll(() => kept(page)).toContain(secret);
    await askToLeave(page);
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: app('leaving.confirm') })
      .click();
    await expect(signInPage(page)).toBeVisible();
    await page.reload();
    await expect(signInPage(page)).toBeVisible();
    expect(await kept(page)).not.toContain(secret);
  });
}

test('the next user starts with a freshly loaded page', async ({ page }) => {
  await enter(page, await newPerson('Owner'), 'en', '/purchase');
  await page.evaluate(() => Object.assign(window, { runs: true }));
  await askToLeave(page);
  await expect(signInPage(page)).toBeVisible();
  await giveCredentials(page, await newPerson('Buyer'));
  await expect(page.getByRole('navigation', { name: app('menuLabel') })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => 'runs' in window)).toBe(false);
});

test('signing out without unsaved work asks nothing', async ({ page }) => {
  await enter(page, await newPerson('Buyer'));
  await askToLeave(page);
  await expect(signInPage(page)).toBeVisible();
});

test('a response that arrives after sign-out does not restore the session', async ({ page }) => {
  let answered = false;
  await intercept(page, '**/auth/v1/user', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const response = await route.fetch();
    await signInPage(page).waitFor();
    await route.fulfill({ response });
    answered = true;
  });
  const told = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/auth/v1/user'));
  await enter(page, await newPerson('Buyer'));
  await told;
  await askToLeave(page);
  await expect.poll(() => answered).toBe(true);
  await page.reload();
  await expect(signInPage(page)).toBeVisible();
  expect(await kept(page)).not.toContain('access_token');
});

test('drafts of an expired session are kept for their owner and deleted for another user', async ({ page }) => {
  const [first, second] = [await newPerson('Buyer'), await newPerson('Buyer')];
  const secret = `Secret ${unique()}`;
  await enter(page, first, 'en', '/inventory/brands/add');
  await nameField(page).fill(secret);
  await keepFile(page, first);
  page.on('dialog', (dialog) => void dialog.accept());
  const endSession = async () => {
    await page.evaluate(() => localStorage.removeItem('daftar-session'));
    await page.goto('/login');
    await expect(page.getByText(app('leaving.kept'))).toBeVisible();
  };
  await endSession();
  await giveCredentials(page, first);
  await page.waitForURL('**/dashboard');
  expect(await kept(page)).toContain(secret);

  await endSession();
  await giveCredentials(page, second);
  await page.waitForURL('**/dashboard');
  await expect.poll(() => kept(page)).not.toMatch(new RegExp(`${secret}|draft:${first.id}`));
});

/** Tokens in the form in which a link carries them. */
async function tokensOf({ email, password }: Person): Promise<string> {
  const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token, refresh_token, expires_in } = (await answer.json()) as Record<string, string>;
  return new URLSearchParams({
    access_token: access_token!,
    refresh_token: refresh_token!,
    expires_in: String(expires_in),
    token_type: 'bearer',
  }).toString();
}

const whoAmI = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('daftar-session') ?? 'null') as { user: { email: string } } | null)?.user.email ?? null,
  );

test('tokens in an address never sign anybody in, with or without a session', async ({ page }) => {
  const [reader, stranger] = [await newPerson('Owner'), await newPerson('Buyer')];
  const tokens = await tokensOf(stranger);
  await prefer(page, 'en');
  for (const address of [
    `/login#${tokens}`,
    `/login#${tokens}&type=recovery`,
    `/login?recovery=x#${tokens}&type=recovery`,
    `/dashboard#${tokens}&type=magiclink`,
  ]) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByText(app('recovery.refused'))).toBeVisible();
    expect([await whoAmI(page), page.url()]).toEqual([null, expect.not.stringContaining('access_token')]);
  }
  await page.goto('/login');
  await page.reload();
  await giveCredentials(page, reader);
  await page.waitForURL('**/dashboard');
  for (const address of [`/login#${tokens}`, `/login#${tokens}&type=recovery`, `/inventory/brands#${tokens}`]) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('button', { name: textPattern('en', 'app')('userMenuOf', { name: reader.name }) })).toBeVisible();
    expect([await whoAmI(page), page.url()]).toEqual([reader.email, expect.not.stringContaining('access_token')]);
  }
});

test('a recovery link works once, only in the browser that requested it, and not over a session', async ({ page, browser }) => {
  const folder = join(process.env.DAFTAR_DATA ?? '', 'mails');
  const person = await newPerson('Buyer');
  const links = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.includes(person.email) && name.endsWith('.txt'))
      .sort()
      .map((name) => /https?:\/\/\S+/.exec(readFileSync(join(folder, name), 'utf8'))![0]);
  await prefer(page, 'en');
  const ask = async () => {
    const before = links().length;
    await page.goto('/login');
    await page.getByRole('button', { name: app('signIn.forgot') }).click();
    await page.getByLabel(app('signIn.email'), { exact: true }).fill(person.email);
    await page.getByRole('button', { name: app('recovery.send') }).click();
    await expect.poll(() => links().length).toBe(before + 1);
    return links().at(-1)!;
  };
  const link = await ask();
  const elsewhere = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await prefer(elsewhere, 'en');
  await elsewhere.goto(link);
  await expect(elsewhere.getByText(app('recovery.refused'))).toBeVisible();
  expect(await whoAmI(elsewhere)).toBeNull();
  // The link was used up by the first attempt.
  await page.goto(link);
  await expect(page.getByText(app('recovery.refused'))).toBeVisible();

  const second = await ask();
  const other = await newPerson('Owner');
  await page.goto('/login');
  await giveCredentials(page, other);
  await page.waitForURL('**/dashboard');
  await page.goto(second);
  await expect(page.getByRole('button', { name: textPattern('en', 'app')('userMenuOf', { name: other.name }) })).toBeVisible();
  expect(await whoAmI(page)).toBe(other.email);
});

test('a corrupt session store never crashes the page, and the token decides who is signed in', async ({ page }) => {
  const [reader, other] = [await newPerson('Buyer'), await newPerson('Owner')];
  await enter(page, reader);
  const good = (await page.evaluate(() => localStorage.getItem('daftar-session')))!;
  const session = JSON.parse(good) as { user: object; access_token: string };
  const spoilt: Record<string, string> = {
    'no JSON': '{"access_token":',
    'a number': '7',
    nothing: 'null',
    'a list': '[]',
    'no user': JSON.stringify({ ...session, user: undefined }),
    'an empty user': JSON.stringify({ ...session, user: {} }),
    'an invalid token': JSON.stringify({ ...session, access_token: '<script>' }),
    'an invalid expiry': JSON.stringify({ ...session, expires_at: 'soon' }),
    'an expired session with an unknown refresh token': JSON.stringify({ ...session, expires_at: 1, refresh_token: 'x' }),
  };
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const openWith = async (session: string) => {
    // From a page without the app, which could otherwise navigate in between.
    await page.goto('/icon.svg');
    await page.evaluate((text) => localStorage.setItem('daftar-session', text), session);
    await page.goto('/dashboard');
  };
  for (const [what, value] of Object.entries(spoilt)) {
    await openWith(value);
    const inside = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(inside.or(page.getByRole('alertdialog')).first(), what).toBeVisible();
  }
  expect(problems).toEqual([]);
  // Even if the stored user is changed, the token decides who is signed in.
  await openWith(JSON.stringify({ ...session, user: { ...session.user, id: other.id, email: other.email } }));
  await expect(page.getByRole('button', { name: textPattern('en', 'app')('userMenuOf', { name: reader.name }) })).toBeVisible();
});

for (const language of usually('en')) {
  test(`too many sign-in attempts show how long to wait, in ${language}`, async ({ page }) => {
    await prefer(page, language);
    for (const [message, key] of [
      ['Request rate limit reached; you can only request this after 240 seconds.', `too_often_${language === 'ar' ? 'few' : 'other'}`],
      ['Request rate limit reached', 'too_often'],
    ] as const) {
      await intercept(page, '**/auth/v1/token*', (route) =>
        route.fulfill({ status: 429, json: { code: 429, error_code: 'over_request_rate_limit', msg: message } }),
      );
      await page.goto('/login');
      await giveCredentials(page, { email: 'owner@darnour.example', password: 'wrong' }, language);
      await expect(page.getByText(words(language, 'errors')(key, { count: '4' }))).toBeVisible();
      await page.unrouteAll();
    }
  });
}
