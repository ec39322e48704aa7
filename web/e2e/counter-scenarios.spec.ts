/* The counter while something else happens: another tab, another till, a browser without storage, changed prices, tax rates and roles, and
touch input. */
import { expect, type Browser, type Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { rowsApi } from './support/rows.ts';
import { textPattern } from './support/text-pattern.ts';
import { newCustomer } from './support/sales.ts';
import {
  choose,
  enter,
  expectInvariants,
  inDatabase,
  newBranch,
  newGoods,
  newPerson,
  onHand,
  stocked,
  unique,
  type Branch,
  type Goods,
} from './support/fixtures.ts';
import { openDrawer, openOwnDrawer } from './support/shifts.ts';
import { api, prefer, type Language, type Theme } from './support/stack.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const counter = words('en', 'counter');
const errors = words('en', 'errors');
const line = (page: Page, { name }: Goods) => page.getByRole('table').locator('tbody tr', { hasText: name });
const figure = (page: Page, goods: Goods, which: 'quantity' | 'price' | 'discount') =>
  line(page, goods).locator(`[data-cell^="${which}:"]`);
/** A till knows the server's time to the second, and a sale is recorded at the terms of its time. */
const tillsClock = (page: Page) => page.waitForTimeout(1_500);
const total = (page: Page) => page.locator('.counter-big');
const finishedSale = (page: Page) => page.locator('.counter-finished');
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: counter('refused') });
const cash = (page: Page, language: Language = 'en') =>
  page.getByLabel(textPattern(language, 'payments')('amountBy', { method: language === 'ar' ? 'نقدي' : 'Cash' }));
const at = (branch: Branch, till: string) => `/accounting/sales/add?branch=${branch.id}&till=${till}`;

/** Pays the amount due, or the given amount, by keyboard. */
async function pay(page: Page, amount?: string) {
  await page.keyboard.press('F9');
  await expect(cash(page)).toBeFocused();
  // Slower than a scanner.
  if (amount) await page.keyboard.type(amount, { delay: 40 });
  await page.keyboard.press('Enter');
}

const salesOf = (branch: Branch) =>
  inDatabase((sql) =>
    sql<{ total: number; paid: number; lines: number; change: number; reason: string | null }[]>`
    select s.total::float as total, s.paid::float as paid, s.discount_reason as reason,
      (select count(*)::integer from public.sale_lines l where l.sale_id = s.id) as lines,
      (select coalesce(sum(p.tendered - p.amount), 0)::float from public.sale_payments p where p.sale_id = s.id) as change
    from public.sales s where s.branch_id = ${branch.id} order by s.created_at, s.id`.then((rows) => [...rows]),
  );

/** Waits until the cart is stored on the device, where another tab finds it. */
const waitForStoredCart = (page: Page, { variant }: Goods) =>
  page.waitForFunction(
    (id) => Object.entries(localStorage).some(([key, draft]) => /^draft:.*:counter:/.test(key) && String(draft).includes(id)),
    variant,
  );

test('a cart open in two tabs is sold once, and sold again only on request', async ({ page, context }) => {
  const branch = await newBranch('Tabs', 'ألسنة');
  const goods = await newGoods();
  await stocked(branch, goods, 10);
  await openDrawer(branch);
  await enter(page, 'Owner', 'en', at(branch, 'W1'));
  await wedge(page, goods.barcode);
  await waitForStoredCart(page, goods);
  const tabs = [await context.newPage(), await context.newPage()] as const;
  for (const tab of tabs) {
    // Like a tab that was suspended during the sale: it gets no messages.
    await tab.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
    await tab.goto('/accounting/sales/add');
    await expect(figure(tab, goods, 'quantity')).toHaveValue('1');
  }
  await page.bringToFront();
  await pay(page);
  await expect(finishedSale(page)).toContainText(/SA-.*-0001/);

  const [same, more] = tabs;
  await wedge(more, goods.barcode);
  await expect(figure(more, goods, 'quantity')).toHaveValue('2');
  for (const tab of tabs) {
    await tab.bringToFront();
    await pay(tab);
    await expect(refusal(tab)).toContainText(/SA-.*-0001/);
    await tab.keyboard.press('Control+Enter');
    await expect(refusal(tab)).toContainText(/SA-.*-0001/);
  }
  expect(await salesOf(branch)).toMatchObject([{ total: 100 }]);
  // The same cart is the same sale; the cart of the next customer is a new sale.
  await same.getByRole('button', { name: counter('emptyCart') }).click();
  await expect(same.getByText(counter('empty.title'))).toBeVisible();
  await more.getByRole('button', { name: counter('sellAnew') }).click();
  await expect(refusal(more)).toHaveCount(0);
  await more.keyboard.press('Control+Enter');
  await expect(finishedSale(more)).toContainText(/SA-.*-0002/);
  await same.bringToFront();
  await wedge(same, goods.barcode);
  await expect(total(same)).toContainText('100.00');
  await pay(same);
  await expect(finishedSale(same)).toContainText(/SA-.*-0003/);
  expect(await salesOf(branch)).toMatchObject([{ total: 100 }, { total: 200 }, { total: 100 }]);
  expect(await onHand(branch, goods)).toBe(6);
  await expectInvariants();
});

test('two tills resume the same held sale: the second is told it is taken', async ({ page, browser }) => {
  const branch = await newBranch('Resumed', 'استئناف');
  const goods = await newGoods();
  await stocked(branch, goods, 10);
  await openDrawer(branch);
  await enter(page, 'Owner', 'en', at(branch, 'H1'));
  const other = await (await browser.newContext()).newPage();
  await enter(other, await newPerson('Cashier', [{ branch, access: 'work' }]), 'en', at(branch, 'H2'));
  await openOwnDrawer(other);
  await wedge(page, goods.barcode);
  await expect(line(page, goods)).toHaveCount(1);
  await page.keyboard.press('F2');
  await page.getByLabel(new RegExp(counter('hold.label'))).fill('Blue coat');
  await page.keyboard.press('Enter');
  await expect(page.getByText(counter('empty.title'))).toBeVisible();
  const resume = (till: Page) => till.getByRole('dialog').getByRole('button', { name: counter('held.resume') });
  for (const till of [page, other]) {
    await till.keyboard.press('F3');
    await expect(till.getByRole('dialog')).toContainText('Blue coat');
  }
  await resume(other).click();
  await expect(figure(other, goods, 'quantity')).toHaveValue('1');
  await resume(page).click();
  await expect(page.getByRole('dialog').getByText(errors('held_sale_taken'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(counter('empty.title'))).toBeVisible();
  await pay(other);
  await expect(finishedSale(other)).toContainText(/SA-.*-H2-.*-0001/);
  expect(await salesOf(branch)).toMatchObject([{ total: 100 }]);
  await other.context().close();
});

test('a browser without storage shows a warning and records each online sale once', async ({ page }) => {
  const branch = await newBranch('Forgets', 'ناسٍ');
  const goods = await newGoods();
  await stocked(branch, goods, 10);
  await openDrawer(branch);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await enter(page, 'Owner', 'en', at(branch, 'F1'));
  await expect(page.getByText(counter('keepsNothing'))).toBeVisible();
  await wedge(page, goods.barcode);
  await expect(total(page)).toContainText('100.00');
  await pay(page);
  await expect(finishedSale(page)).toContainText(/SA-.*-0001/);

  // The response is lost: it is unknown whether the sale was recorded, so the cart stays until it is known.
  await page.route(
    '**/rpc/record_sale',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await wedge(page, goods.barcode, goods.barcode);
  await expect(total(page)).toContainText('200.00');
  await pay(page);
  await expect(refusal(page)).toContainText(errors('network'));
  await expect(figure(page, goods, 'quantity')).toHaveValue('2');
  await page.keyboard.press('Control+Enter');
  await expect(finishedSale(page)).toContainText(/SA-.*-0002/);
  await expect(page.getByText(counter('empty.title'))).toBeVisible();
  expect(await salesOf(branch)).toMatchObject([{ total: 100 }, { total: 200 }]);
  await expectInvariants();
});

test('a cart follows a changed price, customer name and role, and is sold once at the new price', async ({ page }) => {
  const branch = await newBranch('Meanwhile', 'أثناء ذلك');
  const [goods, customer, person] = [await newGoods(), await newCustomer(), await newPerson('Cashier', [{ branch, access: 'work' }])];
  await stocked(branch, goods, 1234);
  await enter(page, person, 'en', at(branch, 'M1'));
  await openOwnDrawer(page);
  await page.getByLabel(counter('customer'), { exact: true }).fill(customer.name);
  await page.getByRole('option', { name: customer.name }).click();
  await expect(page.getByLabel(counter('customer'), { exact: true })).toHaveValue(customer.name);
  // The next scan is a product.
  await wedge(page, goods.barcode);
  // The stock has been loaded, so the till asks for stock and price again only when the next refresh is due.
  await expect(line(page, goods)).toContainText('1,234');

  const renamed = `Renamed ${unique()}`;
  await (await rowsApi()).update('customers', customer.id, { name: renamed });
  const dearer = await (await api('Owner')).rpc('save_product', {
    id: goods.product,
    product: { name: goods.name, price: 150, purchase_price: 61.5 },
    variants: [{ id: goods.variant }],
    expected_version: 1,
  });
  expect(dearer.ok, await dearer.text()).toBe(true);
  await tillsClock(page);
  await pay(page);
  await expect(refusal(page)).toContainText(errors('discount_beyond'));
  // The new price shows immediately, without a reload.
  await expect(total(page)).toContainText('150.00');

  const become = (role: string) =>
    inDatabase(
      (sql) => sql`update public.profiles set role_id = (select id from public.roles where name = ${role}) where id = ${person.id}`,
    );
  await become('Auditor');
  await cash(page).fill('150');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words('en', 'app')('noAccess.title') })).toBeVisible();
  expect(await salesOf(branch)).toEqual([]);
  await become('Cashier');
  await page.goto('/accounting/sales/add');
  await expect(figure(page, goods, 'quantity')).toHaveValue('1');
  await expect(total(page)).toContainText('150.00');
  await page.keyboard.press('Control+Enter');
  await expect(finishedSale(page)).toContainText(/SA-.*-0001/);
  expect(await salesOf(branch)).toMatchObject([{ total: 150, paid: 150 }]);
  expect(
    await inDatabase((sql) =>
      sql`select c.name from public.sales s join public.customers c on c.id = s.customer_id where s.branch_id = ${branch.id}`.then(
        (rows) => [...rows],
      ),
    ),
  ).toEqual([{ name: renamed }]);
  await expectInvariants();
});

test('a large discount needs a reason, and a changed tax rate reduces the change, not the cash', async ({ page }) => {
  const branch = await newBranch('Rates', 'نسب');
  const [goods, rate] = [await newGoods(undefined, { max_discount: 10 }), `Export ${unique()}`];
  await stocked(branch, goods, 10);
  await openDrawer(branch);
  const [added] = await (await rowsApi()).insert('tax_rates', [{ name: rate, percentage: 10 }]);
  await enter(page, 'Owner', 'en', at(branch, 'R1'));
  await wedge(page, goods.barcode);
  await page.keyboard.type('15%');
  await page.keyboard.press('Enter');
  await expect(page.getByText(textPattern('en', 'counter').part('beyondReason', { percent: 10 }))).toBeVisible();
  await choose(page, new RegExp(`^${counter('tax')} (?!on )`), new RegExp(rate));
  await expect(total(page)).toContainText('93.50');
  await pay(page, '200');
  await expect(page.getByRole('alert').getByText(counter('blocked.reason_missing'))).toBeVisible();
  await page.getByLabel(counter('reason'), { exact: true }).fill('Stained');
  await expect(page.locator('.counter-change')).toContainText('106.50');

  await (await rowsApi()).update('tax_rates', added!.id, { percentage: 20 });
  await tillsClock(page);
  await page.keyboard.press('Control+Enter');
  await expect(finishedSale(page)).toContainText(
    textPattern('en', 'counter').part('made.differs', { recorded: '102.00', shown: '93.50', currency: 'EGP' }),
  );
  await expect(finishedSale(page).locator('.counter-big')).toContainText('98.00');
  expect(await salesOf(branch)).toMatchObject([{ total: 102, paid: 102, change: 98, reason: 'Stained' }]);

  // The next sale uses the new rate.
  await wedge(page, goods.barcode);
  await choose(page, new RegExp(`^${counter('tax')} (?!on )`), new RegExp(rate));
  await expect(total(page)).toContainText('120.00');
  await expectInvariants();
});

test('goods are taxed at their own rates, and the tax report opens their lines', async ({ page }) => {
  const branch = await newBranch('Taxes', 'ضرائب');
  const names = [`Reduced ${unique()}`, `Exempt ${unique()}`] as const;
  const [reduced, exempt] = await (await rowsApi()).insert('tax_rates', [
    { name: names[0], percentage: 5, kind: 'reduced' },
    { name: names[1], percentage: 0, kind: 'exempt' },
  ]);
  const [book, drug] = [
    await newGoods(undefined, { price: 10.1, tax_rate_id: reduced!.id }),
    await newGoods(undefined, { price: 20, tax_rate_id: exempt!.id }),
  ];
  for (const goods of [book, drug]) await stocked(branch, goods, 10);
  await openDrawer(branch);
  await enter(page, 'Owner', 'en', at(branch, 'T1'));
  for (const goods of [book, drug]) await wedge(page, goods.barcode);
  await expect(line(page, book)).toContainText('5%');
  await expect(line(page, drug)).toContainText(names[1]);
  await expect(total(page)).toContainText('30.61');
  await pay(page);
  await page.keyboard.press('Control+Enter');
  await expect(finishedSale(page)).toBeVisible();
  await expect.poll(async () => (await salesOf(branch)).map((sale) => sale.total)).toEqual([30.61]);

  await page.goto(`/reports/tax?period=today&branch=${branch.id}`);
  const row = page.getByRole('row').filter({ hasText: names[0] });
  await expect(row).toContainText('0.51');
  await expect(page.getByRole('row').filter({ hasText: names[1] })).toContainText('20.00');
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(/reports\/sales\/lines\?.*tax_rate=/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText(book.name);
  await expectInvariants();
});

/** Checks at three widths: no horizontal scrolling, no axe violations. */
async function expectNoOverflowNoAxeViolations(page: Page, state: string) {
  const { width, height } = page.viewportSize()!;
  for (const wide of [1440, 900, 390]) {
    await page.setViewportSize({ width: wide, height: 844 });
    expect
      .soft(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        `${state} scrolls sideways at ${wide}`,
      )
      .toBeLessThanOrEqual(0);
    expect.soft(await axeViolations(page), `${state} at ${wide}`).toEqual([]);
  }
  await page.setViewportSize({ width, height });
}

const LINES = 60;

async function openTouchPage(browser: Browser, width: number) {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width, height: 844 }, reducedMotion: 'reduce' });
  return { context, page: await context.newPage() };
}

for (const [language, theme, width] of [
  ['en', 'light', 900],
  ['ar', 'dark', 390],
] as [Language, Theme, number][]) {
  test(`${LINES} lines are sold, held, resumed, returned by touch, ${language}, ${theme}, ${width}`, async ({ browser }) => {
    const [word, text] = [words(language, 'counter'), textPattern(language, 'counter')];
    const branch = await newBranch('Fingers', 'أصابع');
    const many = await Promise.all(Array.from({ length: LINES }, () => newGoods()));
    const entered = await (await api('Owner')).rpc('post_stock_entry', {
      id: crypto.randomUUID(),
      kind: 'opening',
      branch_id: branch.id,
      lines: many.map(({ variant }) => ({ variant_id: variant, quantity: 5 })),
    });
    expect(entered.ok, await entered.text()).toBe(true);
    await openDrawer(branch);
    const { context, page } = await openTouchPage(browser, width);
    await prefer(page, language, theme);
    await enter(page, 'Owner', language, at(branch, 'Z1'));
    const tap = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first().tap();
    const dialog = page.getByRole('dialog');

    // Faster than any hand: all within the time of one scan.
    await wedge(page, ...many.map(({ barcode }) => barcode));
    await expect(total(page)).toContainText('6,000.00');
    await expect(page.locator('.counter-lines tfoot')).toContainText(textPattern(language, 'lines').part('count', { count: LINES }));
    await expectNoOverflowNoAxeViolations(page, 'a cart');
    await tap(word('hold.open'));
    await expectNoOverflowNoAxeViolations(page, 'the hold dialog');
    await dialog.getByRole('button', { name: word('hold.confirm') }).tap();
    await expect(page.getByText(word('empty.title'))).toBeVisible();
    await tap(word('held.open'));
    await expect(dialog).toContainText('6,000.00');
    await expectNoOverflowNoAxeViolations(page, 'held sales');
    await dialog.getByRole('button', { name: word('held.resume') }).tap();
    await expect(total(page)).toContainText('6,000.00');

    await tap(word('pay'));
    await expect(cash(page, language)).toHaveValue('6,000.00');
    // Part by card, the rest in cash.
    await page.getByLabel(textPattern(language, 'payments')('amountBy', { method: language === 'ar' ? 'بطاقة' : 'Card' })).fill('1000');
    await cash(page, language).fill('5200');
    await expect(page.locator('.counter-change')).toContainText('200.00');
    await expectNoOverflowNoAxeViolations(page, 'paying');
    await tap(text.part('finishChange', { amount: '200.00' }));
    await expect(finishedSale(page)).toContainText(/SA-.*-0001/);
    await expect(finishedSale(page).locator('.counter-big')).toContainText('200.00');
    await expectNoOverflowNoAxeViolations(page, 'a paid sale');

    await tap(word('back.open'));
    const number = (await finishedSale(page).locator('.counter-done').innerText()).trim();
    await dialog.getByLabel(word('back.number')).fill(number);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading')).toContainText(number);
    await dialog
      .getByRole('button', { name: text('back.ofLeft', { left: 1 }) })
      .first()
      .tap();
    await expectNoOverflowNoAxeViolations(page, 'a return dialog');
    await dialog.getByRole('button', { name: word('back.take') }).tap();
    await expect(total(page)).toContainText('100.00');
    await expectNoOverflowNoAxeViolations(page, 'a return');
    await tap(word('payOut'));
    await tap(text.part('giveBackBy', { amount: '100.00', method: language === 'ar' ? 'نقدي' : 'Cash' }));
    await expect(finishedSale(page)).toContainText(/SA-.*-0002/);

    // More than the stock on hand: warned about immediately, and refused by the database.
    await wedge(page, many[1]!.barcode);
    await figure(page, many[1]!, 'quantity').fill('9');
    await expect(page.getByText(text.part('short', { has: 4 }))).toBeVisible();
    await tap(word('pay'));
    await tap(word('finish'));
    await expect(page.getByText(word('refused'))).toBeVisible();
    await expectNoOverflowNoAxeViolations(page, 'a refused sale');

    await figure(page, many[1]!, 'quantity').fill('1');
    await context.setOffline(true);
    await cash(page, language).fill('100');
    await tap(word('finish'));
    await expect(page.getByText(word('made.waiting'))).toBeVisible();
    await tap(text.part('waiting', { count: 1 }));
    await expect(dialog).toContainText(word('outbox.waits'));
    await expectNoOverflowNoAxeViolations(page, 'a waiting sale');
    await context.setOffline(false);
    await expect(dialog).toContainText(word('outbox.none'));
    expect((await salesOf(branch)).map(({ total: of, lines }) => [of, lines])).toEqual([
      [6000, LINES],
      [-100, 1],
      [100, 1],
    ]);
    await expectInvariants();
    await context.close();
  });
}
