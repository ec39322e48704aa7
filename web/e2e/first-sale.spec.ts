/* An empty installation on a phone, from the first sign-in to the first sale. It runs on a stack of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@supabase/supabase-js';
import { expect, type Locator } from '@playwright/test';
import { test } from './support/test.ts';
import { words } from './support/words.ts';

interface EmptyStack {
  url: string;
  apiUrl: string;
  secretKey: string;
}

let stackProcess: ChildProcess | undefined;
const dataDir = mkdtempSync(join(tmpdir(), 'daftar-empty-'));

async function startEmpty(): Promise<EmptyStack> {
  stackProcess = spawn(process.execPath, ['stack/start.mjs', '--empty', '--json', '--port', '54921', '--data-dir', join(dataDir, 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: stackProcess.stdout! }), 'line')) as [string];
  return JSON.parse(line) as EmptyStack;
}

test.afterAll(async () => {
  if (stackProcess) {
    const closed = once(stackProcess, 'close');
    stackProcess.kill('SIGTERM');
    await closed;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const owner = { email: 'nour@example.com', password: 'first-owner-1', name: 'Nour' };

test('a new owner sets up the business on a phone and sells within 15 taps and 10 fields', async ({ browser }) => {
  test.setTimeout(300_000);
  const { url, apiUrl, secretKey } = await startEmpty();
  const admin = createClient(apiUrl, secretKey, { auth: { persistSession: false } });
  const { data } = await admin.auth.admin.createUser({ email: owner.email, password: owner.password, email_confirm: true });
  await admin.rpc('make_first_owner', { id: data.user!.id, name: owner.name, email: owner.email });

  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto('/login');
  await page.locator('input[type=email]').fill(owner.email);
  await page.locator('input[autocomplete=current-password]').fill(owner.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/dashboard');

  let [taps, fields] = [0, 0];
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  const fill = async (target: Locator, text: string) => {
    await target.fill(text);
    fields += 1;
  };
  const [dashboard, business, products, counter, shifts, variants] = (
    ['dashboard', 'business', 'products', 'counter', 'shifts', 'variants'] as const
  ).map((name) => words('en', name));

  await fill(page.getByLabel(business!('fields.name'), { exact: true }), 'Noor Store');
  const country = page.getByRole('combobox', { name: business!('fields.country') });
  await fill(country, 'saudi');
  await tap(page.getByRole('option', { name: 'Saudi Arabia' }));
  await expect(page.getByText('Saudi Riyal')).toBeVisible();
  await tap(page.getByRole('button', { name: dashboard!('start.do') }));

  await tap(page.getByRole('link', { name: dashboard!('first.productsOne') }));
  // The dashboard, which has a field of the same name, stays until the page is loaded.
  await expect(page.getByRole('heading', { level: 1, name: products!('form.addTitle') })).toBeVisible();
  await fill(page.getByLabel(products!('fields.name'), { exact: true }), 'Linen scarf');
  await fill(page.getByLabel(products!('fields.price'), { exact: true }), '100');
  await tap(page.getByRole('button', { name: products!('form.create') }));
  await tap(page.getByRole('link', { name: products!('addStock') }).first());
  await fill(page.locator('[data-cell^="quantity:"]').first(), '5');
  await tap(page.getByRole('button', { name: /^Post/ }));

  await expect(page.locator('[data-cell^="quantity:"]')).toHaveCount(0);
  await page.goto('/dashboard');
  await tap(page.getByRole('link', { name: dashboard!('first.saleDo') }));
  await tap(page.getByRole('button', { name: counter!('place.confirm') }));
  await fill(page.getByLabel(shifts!('open.balance').split(' (')[0]!), '0');
  await tap(page.getByRole('dialog').getByRole('button', { name: shifts!('open.confirm') }));
  await fill(page.getByRole('combobox', { name: variants!('picker.label') }), 'Linen');
  await tap(page.getByRole('option').first());
  await tap(page.getByRole('button', { name: counter!('pay'), exact: true }));
  await expect(page.getByRole('textbox', { name: /^.?Cash.?: amount/ })).toHaveValue('100.00');
  await tap(page.getByRole('button', { name: counter!('finish') }));
  await expect(page.locator('.counter-finished')).toContainText(/SA-MAIN-/);
  await expect(page.locator('.counter-finished')).toContainText('(SAR)');

  // Going back to the dashboard takes two taps in the menu.
  expect(taps + 2).toBeLessThanOrEqual(15);
  expect(fields).toBeLessThanOrEqual(10);
  await context.close();
});
