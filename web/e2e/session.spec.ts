/* The session: how long it lasts and what is left after sign-out. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { intercept } from './support/intercept.ts';
import { textPattern } from './support/text-pattern.ts';
import { enter, giveCredentials, inDatabase, newBranch, newGoods, newPerson, stocked } from './support/fixtures.ts';
import { account, expireToken, limitRenewals, prefer } from './support/stack.ts';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

const app = words('en', 'app');
const errors = words('en', 'errors');

const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: app('signIn.title') });

async function signOut(page: Page) {
  await page.getByRole('button', { name: textPattern('en', 'app').part('userMenuOf', { name: '' }) }).click();
  await page.getByRole('menuitem', { name: app('signOut') }).click();
}

test('signing out clears the session in every tab and behind the back button', async ({ page, context }) => {
  // Through the form, so that the back button leads to pages of the app.
  await prefer(page, 'en');
  await page.goto('/login');
  await giveCredentials(page, await newPerson('Buyer'));
  await page.waitForURL('**/dashboard');
  await page.goto('/inventory/brands');
  await expect(page.getByRole('table')).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/inventory/sizes');
  await expect(tab.getByRole('table')).toBeVisible();
  await signOut(page);
  await expect(signInPage(page)).toBeVisible();
  await expect(signInPage(tab)).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('daftar-session'), sessionStorage.getItem('daftar-session')])).toEqual([
    null,
    null,
  ]);
  await page.goBack();
  await expect(signInPage(page)).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('a shared address opens with its search after signing in', async ({ page }) => {
  await prefer(page, 'en');
  await page.goto('/inventory/brands?q=nour&rows=10');
  await expect(page).toHaveURL('/login');
  await giveCredentials(page, account('Owner'));
  await expect(page).toHaveURL('/inventory/brands?q=nour&rows=10');
  await expect(page.getByRole('searchbox')).toHaveValue('nour');
});

test('a signed-in user is sent from the sign-in page and / to the dashboard', async ({ page }) => {
  await enter(page, 'Owner');
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('en', 'dashboard')('title'));
});

test('without “keep me signed in” the session lasts for the tab only', async ({ page, context }) => {
  await prefer(page, 'en');
  await page.goto('/login');
  await page.getByRole('checkbox', { name: app('signIn.keep') }).uncheck();
  await giveCredentials(page, account('Buyer'));
  await page.waitForURL('**/dashboard');
  await page.reload();
  await expect(page).toHaveURL('/dashboard');
  // Another tab has no session.
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(signInPage(other)).toBeVisible();
});

test('a deactivated user loses access immediately', async ({ page }) => {
  const branch = await newBranch('Left', 'الراحل');
  const goods = await newGoods();
  await stocked(branch, goods, 7);
  const person = await newPerson('Storekeeper', [{ branch, access: 'work' }]);
  await enter(page, person, 'en', `/inventory/stock?q=${encodeURIComponent(goods.name)}`);
  await expect(page.getByRole('row').filter({ hasText: goods.name })).toBeVisible();
  await inDatabase((sql) => sql`update public.profiles set active = false where id = ${person.id}`);

  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/rest/v1/')) bodies.push(answer.text().catch(() => ''));
  });
  await page
    .getByRole('navigation', { name: app('menuLabel') })
    .getByRole('link', { name: app('menu.transfers'), exact: true })
    .click();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(errors('account_inactive'))).toBeVisible();
  expect((await Promise.all(bodies)).filter((body) => body.includes(goods.name) || body.includes(branch.name))).toEqual([]);
  await page.getByRole('button', { name: app('signOut') }).click();
  await expect(signInPage(page)).toBeVisible();
});

test('a page reloaded while Auth does not renew the token stays signed in and opens later', async ({ page }) => {
  await page.clock.install();
  await enter(page, 'Owner', 'en', '/inventory/brands');
  const limit = await limitRenewals(page);
  await expireToken(page);
  await page.reload();
  // auth-js tries for half a minute, and the page retries once.
  for (let tries = 0; tries < 12; tries++) await page.clock.fastForward(10_000);
  await expect(page.getByText(app('startFailed'))).toBeVisible();
  await expect(page).toHaveURL('/inventory/brands');
  await limit.lift();
  for (let tries = 0; tries < 4; tries++) await page.clock.fastForward(30_000);
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page).toHaveURL('/inventory/brands');
});

test('a token that only the server rejects is renewed silently', async ({ page }) => {
  await enter(page, 'Owner', 'en', '/dashboard');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('daftar-session') ?? '{}') as Record<string, unknown>;
    localStorage.setItem('daftar-session', JSON.stringify({ ...session, access_token: 'a.b.c' }));
  });
  await page.goto('/inventory/brands');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a forgotten password is reset through the emailed link', async ({ page }) => {
  if (!process.env.DAFTAR_DATA) throw new Error('DAFTAR_DATA is not set: pass the data directory of the stack, where it keeps its mails.');
  const folder = join(process.env.DAFTAR_DATA, 'mails');
  const person = await newPerson('Buyer');
  await prefer(page, 'en');
  await page.goto('/login');
  await page.getByRole('button', { name: app('signIn.forgot') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app('recovery.forgotTitle'));
  await page.getByLabel(app('signIn.email'), { exact: true }).fill('nobody@darnour.example');
  await page.getByRole('button', { name: app('recovery.send') }).click();
  // The response does not reveal whether the email has an account, even when the server limits a known address.
  await expect(page.getByRole('status').filter({ hasText: app('recovery.sent') })).toBeVisible();
  await page.getByRole('button', { name: app('recovery.back') }).click();
  await page.getByRole('button', { name: app('signIn.forgot') }).click();
  const msg = 'For security purposes, you can only request this after 51 seconds.';
  await intercept(page, '**/auth/v1/recover*', (route) =>
    route.fulfill({ status: 429, json: { code: 429, error_code: 'over_email_send_rate_limit', msg } }),
  );
  await page.getByLabel(app('signIn.email'), { exact: true }).fill('owner@darnour.example');
  await page.getByRole('button', { name: app('recovery.send') }).click();
  await expect(page.getByRole('status').filter({ hasText: app('recovery.sent') })).toBeVisible();
  await page.unroute('**/auth/v1/recover*');
  await page.getByRole('button', { name: app('recovery.back') }).click();
  await page.getByRole('button', { name: app('signIn.forgot') }).click();
  await page.getByLabel(app('signIn.email'), { exact: true }).fill(person.email);
  await page.getByRole('button', { name: app('recovery.send') }).click();
  await expect(page.getByRole('status').filter({ hasText: app('recovery.sent') })).toBeVisible();

  // The folder appears with the first email.
  const mail = () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.includes(person.email) && name.endsWith('.txt'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  await expect.poll(() => mail().length).toBe(1);
  const link = /https?:\/\/\S+/.exec(mail()[0]!)?.[0];
  await page.goto(link!);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app('recovery.chooseTitle'));
  const field = page.getByLabel(app('recovery.newPassword'), { exact: true });
  await field.fill('short');
  await page.getByRole('button', { name: app('recovery.save') }).click();
  await expect(page.getByText(errors('weak_password'))).toBeVisible();
  await field.fill('ب'.repeat(37));
  await page.getByRole('button', { name: app('recovery.save') }).click();
  await expect(page.getByText(errors('password_too_long'))).toBeVisible();
  await field.fill('a new one of mine');
  await page.getByRole('button', { name: app('recovery.save') }).click();
  await expect(page).toHaveURL('/dashboard');

  await signOut(page);
  await expect(signInPage(page)).toBeVisible();
  await giveCredentials(page, person);
  await expect(page.getByText(errors('wrong_password'))).toBeVisible();
  await giveCredentials(page, { ...person, password: 'a new one of mine' });
  await expect(page).toHaveURL('/dashboard');
});
