/* The offline counter: it opens, sells and prints. Back online each sale is recorded once, and refused sales are kept for a decision. */
import { expect, type Page } from '@playwright/test';
import { openCounter as open } from './support/counter.ts';
import { startFlakyNetwork, type FlakyNetwork } from './support/flaky-network.ts';
import { textPattern } from './support/text-pattern.ts';
import { newSale, sold } from './support/sales.ts';
import {
  expectInvariants,
  giveCredentials,
  inDatabase,
  newBranch,
  newGoods,
  newPerson,
  onHand,
  stocked,
  type Branch,
  type Person,
} from './support/fixtures.ts';
import { expireToken, limitRenewals, type Language } from './support/stack.ts';
import { test as base } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const test = base.extend<{ network: FlakyNetwork }>({
  network: async ({}, use) => {
    const network = await startFlakyNetwork();
    await use(network);
    await network.end();
  },
});

const recorded = (branch: Branch) =>
  inDatabase((sql) =>
    sql<{ reference: string; total: number; change: number; behind: number }[]>`
    select s.reference, s.total::float, (select coalesce(sum(p.tendered - p.amount), 0)::float from public.sale_payments p where p.sale_id = s.id) as change,
      extract(epoch from s.created_at - s.sold_at)::float as behind
    from public.sales s where s.branch_id = ${branch.id} order by s.reference`.then((rows) => [...rows]),
  );

async function sell(page: Page, barcode: string, amount: string) {
  await wedge(page, barcode);
  await expect(page.locator('.counter-lines tbody tr')).toHaveCount(1);
  await page.keyboard.press('F9');
  await expect(page.getByRole('group').getByRole('textbox').first()).toBeFocused();
  // Slower than a scanner.
  await page.keyboard.type(amount, { delay: 40 });
  await page.keyboard.press('Enter');
  await expect(page.locator('.counter-finished')).toBeVisible();
}

for (const language of ['en'] as Language[]) {
  test(`offline sales are recorded once each when online again, refused ones kept, ${language}`, async ({ page, context, network }) => {
    const counter = words(language, 'counter');
    const branch = await newBranch('Cut off', 'مقطوع');
    const [shirt, last] = [await newGoods(), await newGoods()];
    await stocked(branch, shirt, 10);
    await stocked(branch, last, 1);
    const person = await newPerson('Cashier', [{ branch, access: 'work' }]);
    await open(page, network, person, branch, language);

    network.cut();
    await context.setOffline(true);
    await expect(page.getByText(counter('offline'))).toBeVisible();
    await sell(page, shirt.barcode, '150');
    await expect(page.locator('.counter-finished')).toContainText(/-0001/);
    await expect(page.locator('.counter-finished')).toContainText('50.00');
    await expect(page.getByText(counter('made.waiting'))).toBeVisible();
    await sell(page, last.barcode, '100');
    await expect(page.getByText(textPattern(language, 'counter')('waiting', { count: 2 }))).toBeVisible();

    // After a reload with an expired session the counter opens from the cache, with its cart, and continues to sell.
    await wedge(page, shirt.barcode, shirt.barcode);
    await expect(page.locator('.counter-big')).toContainText('200.00');
    await expireToken(page);
    await page.reload();
    await expect(page.locator('.counter-big')).toContainText('200.00');
    await expect(page.getByText(textPattern(language, 'counter')('waiting', { count: 2 }))).toBeVisible();
    await page.keyboard.press('F9');
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-finished')).toContainText(/-0003/);
    expect(await recorded(branch)).toEqual([]);

    // Meanwhile another till sells the last piece. Back online, the first response is lost.
    const elsewhere = await newSale(branch, [sold(last, 1)], 100);
    network.restore();
    network.loseResponses('/rpc/record_sale', 1);
    await context.setOffline(false);
    await expect(page.getByText(textPattern(language, 'counter')('toDecide', { count: 1 }))).toBeVisible({ timeout: 60_000 });
    // The refused sale is known before the next one has been sent.
    const byReference = async () => (await recorded(branch)).filter(({ reference }) => reference !== null);
    await expect.poll(byReference).toMatchObject([
      { total: 100, change: 50 },
      { total: 200, change: 0 },
    ]);
    // The finished sale that is still shown gets its number.
    await expect(page.locator('.counter-finished')).toContainText(/SA-/);
    await expect(page.getByText(counter('made.waiting'))).toHaveCount(0);
    const made = await byReference();
    // Dated when they were sold, not when they were received.
    expect(made[0]?.behind).toBeGreaterThan(1);
    expect(network.requestCount('/rpc/record_sale')).toBeGreaterThanOrEqual(4);
    expect([await onHand(branch, shirt), await onHand(branch, last)]).toEqual([7, 0]);

    // The refused sale waits and shows its reason while selling continues.
    await sell(page, shirt.barcode, '100');
    await expect(page.locator('.counter-finished')).toContainText(/SA-/);
    await page.getByText(textPattern(language, 'counter')('toDecide', { count: 1 })).click();
    const dialog = page.getByRole('dialog').first();
    await expect(dialog).toContainText(/-0002/);
    await dialog.getByRole('button', { name: counter('outbox.retry') }).click();
    await expect(dialog.locator('.late')).toBeVisible();
    await dialog.getByRole('button', { name: counter('outbox.discard') }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('textbox').fill('The customer came back for her money');
    await question.getByRole('button', { name: /100\.00/ }).click();
    await expect(dialog).toContainText(counter('outbox.none'));
    expect(
      await inDatabase((sql) =>
        sql`select discard_reason, lines, total::float from public.held_sales where branch_id = ${branch.id}`.then((rows) => [...rows]),
      ),
    ).toEqual([{ discard_reason: 'The customer came back for her money', lines: 1, total: 100 }]);
    expect(elsewhere.total).toBe(100);
    await expectInvariants();
  });
}

test('a till sells while Auth does not renew its token, and sends its sales once it does', async ({ page, network }) => {
  await page.clock.install();
  const branch = await newBranch('Limited', 'محدود');
  const goods = await newGoods();
  await stocked(branch, goods, 9);
  await open(page, network, await newPerson('Cashier', [{ branch, access: 'work' }]), branch);
  const limit = await limitRenewals(page);
  await expireToken(page);
  await sell(page, goods.barcode, '100');
  await page.reload();
  await sell(page, goods.barcode, '100');
  await expect(page.getByText(textPattern('en', 'counter')('waiting', { count: 2 }))).toBeVisible();
  expect(await recorded(branch)).toEqual([]);

  await limit.lift();
  // auth-js retries a minute after its last failure.
  await page.clock.fastForward('01:10');
  await expect.poll(async () => (await recorded(branch)).length).toBe(2);
  await expect(page.getByText(textPattern('en', 'counter')('waiting', { count: 2 }))).toHaveCount(0);
  await expectInvariants();
});

test('a hanging network does not block selling, and a manager adds stock for the refused sale', async ({ page, network }) => {
  const counter = words('en', 'counter');
  const branch = await newBranch('Hanging', 'معلق');
  const goods = await newGoods();
  await stocked(branch, goods, 1);
  await open(page, network, await newPerson('Manager', [{ branch, access: 'work' }]), branch);
  // The browser reports that it is online.
  network.cut();
  await sell(page, goods.barcode, '100');
  await sell(page, goods.barcode, '100');
  await expect(page.getByText(textPattern('en', 'counter')('waiting', { count: 2 }))).toBeVisible();
  // While the request is still pending, a refused sale would return to the cart.
  await expect(page.locator('.counter-finished')).toContainText(counter('made.waiting'));
  network.restore();
  await expect(page.getByText(textPattern('en', 'counter')('toDecide', { count: 1 }))).toBeVisible({ timeout: 60_000 });
  await page.getByText(textPattern('en', 'counter')('toDecide', { count: 1 })).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: counter('outbox.addStock') })
    .click();
  await expect(page.getByRole('dialog')).toContainText(counter('outbox.none'));
  expect(await recorded(branch)).toHaveLength(2);
  expect(await onHand(branch, goods)).toBe(0);
  await expectInvariants();
});

test('the counter updates to a new version while sales wait, and each is recorded once', async ({ page, context, network }) => {
  const counter = words('en', 'counter');
  const branch = await newBranch('Newer', 'أحدث');
  const shirt = await newGoods();
  await stocked(branch, shirt, 10);
  await open(page, network, await newPerson('Cashier', [{ branch, access: 'work' }]), branch);
  network.cut();
  await context.setOffline(true);
  await expect(page.getByText(counter('offline'))).toBeVisible();
  await sell(page, shirt.barcode, '100');
  await expect(page.locator('.counter-finished')).toContainText(/-0001/);

  // Online again, but every response to a sale is lost, and the installed counter is older than the released one.
  network.rewrite('/counter-files.js', (files) => files.replace(/"?release"?: ?"/, '$&newer-'));
  network.loseResponses('/rpc/record_sale', Infinity);
  network.restore();
  await context.setOffline(false);
  await expect.poll(() => network.requestCount('/rpc/record_sale')).toBeGreaterThan(0);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const newer = page.getByRole('button', { name: counter('newVersion') });
  await expect(newer).toBeVisible();
  // Not offered during a sale.
  await wedge(page, shirt.barcode);
  await expect(page.locator('.counter-big')).toContainText('100.00');
  await expect(newer).toHaveCount(0);
  await page.getByRole('button', { name: words('en', 'lines')('removeOf', { name: shirt.name }) }).click();
  await newer.click();
  await expect(page.locator('.counter-place')).toContainText('K1');
  await expect(page.getByText(textPattern('en', 'counter')('waiting', { count: 1 }))).toBeVisible();
  network.loseResponses('/rpc/record_sale', 0);
  await expect.poll(() => recorded(branch), { timeout: 60_000 }).toMatchObject([{ total: 100 }]);
  await expect(page.getByText(textPattern('en', 'counter')('waiting', { count: 1 }))).toHaveCount(0);
  expect(await onHand(branch, shirt)).toBe(9);
  await expectInvariants();
});

test('a held sale can be resumed on any till, even if it was held offline', async ({ page, context, network, browser }) => {
  const counter = words('en', 'counter');
  const branch = await newBranch('Held', 'تعليق');
  const goods = await newGoods();
  await stocked(branch, goods, 5);
  const person = await newPerson('Cashier', [{ branch, access: 'work' }]);
  await open(page, network, person, branch);
  const hold = async (name: string) => {
    await wedge(page, goods.barcode);
    await expect(page.locator('.counter-lines tbody tr')).toHaveCount(1);
    await page.keyboard.press('F2');
    await page.getByLabel(new RegExp(counter('hold.label'))).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByText(counter('empty.title'))).toBeVisible();
  };
  await hold('Blue coat');
  network.cut();
  await context.setOffline(true);
  await hold('Red coat');
  await page.keyboard.press('F3');
  await expect(page.getByRole('dialog')).toContainText('Red coat');
  await expect(page.getByRole('dialog')).toContainText(counter('held.here'));
  await page.keyboard.press('Escape');
  network.restore();
  await context.setOffline(false);

  const other = await (await browser.newContext()).newPage();
  await open(other, network, await newPerson('Cashier', [{ branch, access: 'work' }]), branch, 'en', 'K2');
  await other.goto(`${network.url}/accounting/sales?status=held`);
  await expect(other.getByRole('link', { name: 'Blue coat' })).toBeVisible();
  await expect(async () => {
    await other.reload();
    await expect(other.getByRole('link', { name: 'Red coat' })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await other.getByRole('link', { name: 'Red coat' }).click();
  await expect(other.locator('.counter-lines tbody tr')).toHaveCount(1);
  await page.keyboard.press('F3');
  const dialog = page.getByRole('dialog');
  await expect(dialog).not.toContainText('Red coat');
  await dialog.getByRole('button', { name: counter('held.resume') }).click();
  await expect(page.locator('.counter-lines tbody tr')).toHaveCount(1);
  await page.keyboard.press('F9');
  await expect(page.getByRole('group').getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.counter-finished')).toContainText(/SA-/);
  expect(await inDatabase((sql) => sql`select id from public.held_sales where branch_id = ${branch.id}`.then((rows) => rows.length))).toBe(
    0,
  );
  await other.context().close();
});

test('unsent sales survive sign-out, are hidden from others, and are sent at the next sign-in', async ({ page, context, network }) => {
  const app = words('en', 'app');
  const branch = await newBranch('Leaving', 'مغادرة');
  const goods = await newGoods();
  await stocked(branch, goods, 5);
  const [seller, another] = [
    await newPerson('Cashier', [{ branch, access: 'work' }]),
    await newPerson('Cashier', [{ branch, access: 'work' }]),
  ];
  await open(page, network, seller, branch);
  network.cut();
  await context.setOffline(true);
  await sell(page, goods.barcode, '100');
  network.restore();
  network.loseResponses('/rpc/record_sale', 1000);
  await context.setOffline(false);
  await page.goto(`${network.url}/accounting/sales`);
  await page.getByRole('button', { name: textPattern('en', 'app').part('userMenuOf', { name: '' }) }).click();
  await page.getByRole('menuitem', { name: app('signOut') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(textPattern('en', 'app').part('leaving.unsent', { count: 1 }));
  await question.getByRole('button', { name: app('signOut') }).click();
  await expect(page.getByRole('heading', { name: app('signIn.title') })).toBeVisible();
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain('goods');

  const signIn = async (person: Person) => {
    await giveCredentials(page, person);
    await page.waitForURL('**/dashboard');
    await page.goto(`${network.url}/accounting/sales/add?branch=${branch.id}&till=K1`);
    await expect(page.locator('.counter-place')).toBeVisible();
  };
  await signIn(another);
  await expect(page.getByText(textPattern('en', 'counter')('waiting', { count: 1 }))).toHaveCount(0);
  network.loseResponses('', 0);
  await page.goto(`${network.url}/dashboard`);
  await page.getByRole('button', { name: textPattern('en', 'app').part('userMenuOf', { name: '' }) }).click();
  await page.getByRole('menuitem', { name: app('signOut') }).click();
  await page.getByRole('heading', { name: app('signIn.title') }).waitFor();
  await giveCredentials(page, seller);
  await page.waitForURL('**/dashboard');
  await expect.poll(async () => (await recorded(branch)).length).toBe(1);
  await expectInvariants();
});
