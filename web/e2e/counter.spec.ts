/* The counter by keyboard alone: scanning, search, payment and returns. */
import { expect, type Page } from '@playwright/test';
import { confirmDialog } from './support/purchases.ts';
import { textPattern } from './support/text-pattern.ts';
import { newCustomer, newSale, sold, view } from './support/sales.ts';
import {
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
} from './support/fixtures.ts';
import { openDrawer, openOwnDrawer } from './support/shifts.ts';
import { api, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const line = (page: Page, name: string) => page.getByRole('table').locator('tbody tr', { hasText: name });
const figure = (page: Page, name: string, which: 'quantity' | 'price' | 'discount') => line(page, name).locator(`[data-cell^="${which}:"]`);

const salesOf = (branch: Branch) =>
  inDatabase((sql) =>
    sql<{ number: string; total: number; reference: string; paid: number; customer: string | null; lines: number }[]>`
    select s.number, s.total::float as total, s.reference, s.paid::float as paid, c.name as customer, (select count(*)::integer from public.sale_lines l where l.sale_id = s.id) as lines
    from public.sales s left join public.customers c on c.id = s.customer_id where s.branch_id = ${branch.id} order by s.created_at, s.id`.then(
      (rows) => [...rows],
    ),
  );

for (const language of usually('en')) {
  test(`a cashier sells by keyboard alone, ${language}`, async ({ page }) => {
    const [counter, payments] = [words(language, 'counter'), words(language, 'payments')];
    const branch = await newBranch('Counter', 'كاونتر');
    const [shirt, scarf] = [await newGoods(`Shirt ${unique()}`), await newGoods(`Scarf ${unique()}`)];
    for (const goods of [shirt, scarf]) await stocked(branch, goods, 10);
    await enter(page, await newPerson('Cashier', [{ branch, access: 'work' }]), language);
    await page.goto('/accounting/sales/add');
    // The counter asks for its till name once, and a scan does not fill in the field.
    await wedge(page, shirt.barcode);
    await expect(page.getByLabel(counter('till'), { exact: true })).toHaveValue('1');
    await page.getByLabel(counter('till'), { exact: true }).fill('a2');
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-place')).toContainText('A2');
    await openOwnDrawer(page, language);

    await wedge(page, shirt.barcode, shirt.barcode, scarf.barcode);
    await expect(figure(page, shirt.name, 'quantity')).toHaveValue('2');
    await expect(figure(page, scarf.name, 'quantity')).toHaveValue('1');
    await page.keyboard.type('*3');
    await page.keyboard.press('Enter');
    await expect(figure(page, scarf.name, 'quantity')).toHaveValue('3');
    await page.keyboard.press('-');
    await expect(figure(page, scarf.name, 'quantity')).toHaveValue('2');
    // Adds by name. Filled at once, since keys as fast as the test's would count as a scan.
    await page.locator('.variant-scanner input').fill(`2*${shirt.name}`);
    await page.keyboard.press('Enter');
    await expect(figure(page, shirt.name, 'quantity')).toHaveValue('4');
    await expect(page.locator('.counter-big')).toContainText('600.00');

    // A cashier who may not exceed the maximum discount sees the limit.
    await page.keyboard.type('10%');
    await page.keyboard.press('Enter');
    await expect(page.getByText(textPattern(language, 'counter').part('beyond', { percent: 0, least: '400.00' }))).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await expect(figure(page, shirt.name, 'quantity')).toBeFocused();
    await figure(page, shirt.name, 'discount').fill('');
    await page.keyboard.press('Escape');

    await page.keyboard.press('F9');
    const cash = page.getByLabel(textPattern(language, 'payments')('amountBy', { method: language === 'ar' ? 'نقدي' : 'Cash' }));
    await expect(cash).toBeFocused();
    await expect(cash).toHaveValue('600.00');
    // Slower than a scanner.
    await page.keyboard.type('1000', { delay: 40 });
    await expect(page.locator('.counter-change')).toContainText('400.00');
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-finished')).toContainText(/SA-[A-Z]{6}-A2-\d{4}-0001/);
    await expect(page.locator('.counter-finished .counter-big')).toContainText('400.00');
    expect([await onHand(branch, shirt), await onHand(branch, scarf)]).toEqual([6, 8]);

    // The change stays visible until the next scan, which has the focus.
    await wedge(page, scarf.barcode);
    await expect(page.locator('.counter-finished')).toHaveCount(0);
    await expect(page.locator('.counter-big')).toContainText('100.00');
    await page.reload();
    await expect(figure(page, scarf.name, 'quantity')).toHaveValue('1');
    await page.keyboard.press('F9');
    await expect(cash).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(
      page
        .getByRole('group', { name: payments('tender') })
        .getByRole('textbox')
        .nth(1),
    ).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.counter-finished')).toContainText(/SA-.*-0002/);
    // Keys must work before the next frame is painted.
    await wedge(page, scarf.barcode);
    await expect(page.locator('.counter-big')).toContainText('100.00');
    await page.evaluate(() =>
      ['F9', 'Enter'].forEach((key) =>
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
      ),
    );
    await expect(page.locator('.counter-finished')).toContainText(/SA-.*-0003/);
    expect(await salesOf(branch)).toMatchObject([
      { total: 600, paid: 600, lines: 2 },
      { total: 100, paid: 100, lines: 1 },
      { total: 100, paid: 100, lines: 1 },
    ]);
    await expectInvariants();
  });
}

test('the counter uses group prices, creates a customer in place, and leaves the rest unpaid', async ({ page }) => {
  const [counter, kit] = [words('en', 'counter'), words('en', 'kit')];
  const branch = await newBranch('Account', 'حساب');
  const goods = await newGoods();
  await stocked(branch, goods, 5);
  const [group, member, name] = [`Staff ${unique()}`, `Member ${unique()}`, `Mona ${unique()}`];
  await inDatabase(async (sql) => {
    await sql`insert into public.price_groups (name, percentage) values (${group}, -20)`;
    await sql`insert into public.customers (name, price_group_id) select ${member}, id from public.price_groups where name = ${group}`;
  });
  await openDrawer(branch);
  await enter(page, 'Owner', 'en');
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/rpc/counter_goods', (route) => asked.then(() => route.continue()));
  await page.goto(`/accounting/sales/add?branch=${branch.id}&till=B1`);
  await expect(page.getByText(counter('opening'))).toBeVisible();
  // A scan while the counter is still loading must not open the product page.
  await wedge(page, goods.barcode);
  answer();
  await expect(page.locator('.counter-big')).toContainText('100.00');
  const customer = page.getByLabel(counter('customer'), { exact: true });
  await customer.fill(member);
  await page.getByRole('option', { name: member }).click();
  await expect(page.locator('.counter-big')).toContainText('80.00');
  await expect(page.locator('.counter-terms')).toContainText(group);
  // Both buttons stay visible: the bar is fixed on a phone, and scrolling does not reveal what it cuts off.
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.locator('.counter-go').evaluate((bar) => bar.scrollWidth - bar.clientWidth), `at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await customer.fill(name);
  await page.getByRole('option', { name: kit('create', { name }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: kit('save') })
    .click();
  await expect(page.locator('.counter-big')).toContainText('100.00');
  await expect(customer).toHaveValue(name);

  await page.getByLabel(textPattern('en', 'payments')('amountBy', { method: 'Cash' })).fill('30');
  await expect(page.locator('.counter-change')).toContainText('70.00');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.counter-finished')).toContainText('70.00');
  // The number arrives with the response of the database.
  await expect(page.locator('.counter-finished')).toContainText(/SA-.*-0001/);
  expect(await salesOf(branch)).toMatchObject([{ total: 100, paid: 30, customer: name }]);
});

test('a refused sale returns to the cart with the reason, and is then recorded once', async ({ page }) => {
  const branch = await newBranch('Short', 'عجز');
  const goods = await newGoods();
  await stocked(branch, goods, 1);
  await openDrawer(branch);
  await enter(page, 'Owner', 'en', `/accounting/sales/add?branch=${branch.id}&till=1`);
  await wedge(page, goods.barcode, goods.barcode);
  await expect(line(page, goods.name)).toContainText('2');
  await page.keyboard.press('F9');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: words('en', 'counter')('refused') })).toBeVisible();
  await expect(figure(page, goods.name, 'quantity')).toHaveValue('2');
  await figure(page, goods.name, 'quantity').fill('1');
  await page.keyboard.press('F9');
  await page.getByLabel(textPattern('en', 'payments')('amountBy', { method: 'Cash' })).fill('100');
  // Repeated key presses make one sale.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+Enter');
  await expect(page.locator('.counter-finished')).toContainText(/SA-/);
  expect(await salesOf(branch)).toMatchObject([{ total: 100 }]);
});

for (const language of usually('ar')) {
  test(`goods are returned by sale page and by number, and exchanged in one document, ${language}`, async ({ page }) => {
    const [counter, sales] = [words(language, 'counter'), words(language, 'sales')];
    const [branch, other] = [await newBranch('Here', 'هنا'), await newBranch('There', 'هناك')];
    const [shirt, scarf, customer] = [await newGoods(`Shirt ${unique()}`), await newGoods(`Scarf ${unique()}`), await newCustomer()];
    for (const goods of [shirt, scarf]) await stocked(branch, goods, 10);
    await stocked(other, scarf, 10);
    const cash = textPattern(language, 'payments')('amountBy', { method: language === 'ar' ? 'نقدي' : 'Cash' });
    const made = await newSale(branch, [sold(shirt, 3)], 300);
    await enter(
      page,
      await newPerson('Cashier', [
        { branch, access: 'view' },
        { branch: other, access: 'work' },
      ]),
      language,
      view(made.id),
    );

    // One comes back damaged at another branch; the customer takes a scarf and gets money back.
    await page.getByRole('link', { name: sales('action.return') }).click();
    await page.getByLabel(counter('till'), { exact: true }).fill('R1');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading')).toContainText(made.number);
    await wedge(page, scarf.barcode);
    await expect(dialog.getByText(counter('back.notOfIt'))).toBeVisible();
    for (let piece = 0; piece < 2; piece++) await wedge(page, shirt.barcode);
    await expect(dialog.getByRole('textbox').last()).toHaveValue('2');
    await dialog.getByLabel(counter('back.damaged')).check();
    await dialog.getByRole('button', { name: counter('back.take') }).click();
    // One dialog at a time: the cash drawer's opens after the return's.
    await openOwnDrawer(page, language);
    await expect(page.locator('.counter-big')).toContainText('200.00');
    await wedge(page, scarf.barcode);
    await expect(page.locator('.counter-big')).toContainText('100.00');
    await page.keyboard.press('F9');
    await expect(page.getByLabel(cash)).toHaveValue('100.00');
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-finished')).toContainText(/SA-[A-Z]{6}-R1-/);
    expect([await onHand(other, shirt), await onHand(other, scarf), await onHand(branch, shirt)]).toEqual([0, 9, 7]);

    // By its number, as scanned from a receipt; no more than what is left.
    await wedge(page, made.number);
    await expect(dialog.getByRole('heading')).toContainText(made.number);
    await dialog.getByRole('textbox').last().fill('2');
    await dialog.getByRole('button', { name: counter('back.take') }).click();
    await expect(dialog.getByText(textPattern(language, 'counter').part('back.exceeds', { left: 1 }))).toBeVisible();
    await dialog.getByRole('textbox').last().fill('1');
    await dialog.getByRole('button', { name: counter('back.take') }).click();
    // A refund that is not paid out needs a customer.
    await expect(page.locator('.counter-big')).toContainText('100.00');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(counter('blocked.unpaid'))).toBeVisible();
    await page.getByLabel(counter('customer'), { exact: true }).fill(customer.name);
    await page.getByRole('option', { name: customer.name }).click();
    await expect(page.getByLabel(counter('customer'), { exact: true })).toHaveValue(customer.name);
    // The total is requested again for the customer.
    await expect(page.locator('.counter-big')).toHaveAttribute('aria-busy', 'false');
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('.counter-finished')).toContainText(/SA-.*-0002/);
    expect(await onHand(other, shirt)).toBe(1);
    expect(
      await inDatabase((sql) =>
        sql`select type, total::float, remaining::float from public.sales where branch_id = ${other.id} order by created_at`.then(
          (rows) => [...rows],
        ),
      ),
    ).toMatchObject([
      { type: 'exchange', total: -100, remaining: 0 },
      { type: 'return', total: -100, remaining: -100 },
    ]);

    // A voided sale cannot be returned, and the error says so.
    const gone = await newSale(branch, [sold(scarf, 1)], 100);
    expect((await (await api('Owner')).rpc('void_sale', { id: gone.id, reason: 'Rung up twice' })).ok).toBe(true);
    await wedge(page, gone.number);
    await expect(dialog.getByText(textPattern(language, 'errors').part('sale_voided', { number: gone.number }))).toBeVisible();
    await expectInvariants();
  });

  test(`an unpaid rest is paid later with change, the payment voided with a reason, ${language}`, async ({ page }) => {
    const [sales, payments] = [words(language, 'sales'), words(language, 'payments')];
    const branch = await newBranch('Later', 'آجل');
    const [goods, customer] = [await newGoods(), await newCustomer()];
    await stocked(branch, goods, 5);
    const made = await newSale(branch, [sold(goods, 2)], 50, { customer_id: customer.id });
    await enter(page, 'Owner', language, view(made.id));
    await page.getByRole('button', { name: sales('action.pay') }).click();
    const dialog = page.getByRole('dialog');
    const cash = dialog.getByLabel(textPattern(language, 'payments')('amountBy', { method: language === 'ar' ? 'نقدي' : 'Cash' }));
    await expect(cash).toHaveValue('150.00');
    await cash.fill('200');
    await expect(dialog).toContainText('50.00');
    await dialog.getByRole('button', { name: textPattern(language, 'payments').part('confirm', { amount: '150.00' }) }).click();
    await expect(page.locator('.stamp')).toHaveText(payments('status.paid'));
    await page.getByRole('button', { name: textPattern(language, 'sales')('payments.void', { amount: '150.00' }) }).click();
    await page.getByRole('alertdialog').getByLabel(sales('void.reason')).fill('Counted wrong');
    await confirmDialog(page);
    await expect(page.locator('.stamp')).toHaveText(payments('status.partially_paid'));
    await expect(page.locator('.aside')).toContainText('Counted wrong');
    await expectInvariants();
  });
}

for (const language of usually('en')) {
  test(`a sale is found by its total and by a scanned article, to take goods back, ${language}`, async ({ page }) => {
    const counter = words(language, 'counter');
    const branch = await newBranch('Here', 'هنا');
    const shirt = await newGoods(`Shirt ${unique()}`);
    await stocked(branch, shirt, 10);
    const [first, second] = [await newSale(branch, [sold(shirt, 3)], 300), await newSale(branch, [sold(shirt, 2)], 200)];
    await enter(page, await newPerson('Cashier', [{ branch, access: 'work' }]), language, '/accounting/sales/add');
    await page.getByLabel(counter('till'), { exact: true }).fill('R1');
    await page.keyboard.press('Enter');
    await openOwnDrawer(page, language);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: counter('back.open'), exact: true }).click();
    await dialog.getByLabel(counter('back.amount')).fill('300');
    await expect(dialog.getByRole('button', { name: second.number })).toHaveCount(0);
    await dialog.getByRole('button', { name: first.number }).click();
    await expect(dialog.getByRole('heading')).toContainText(first.number);
    await expect(dialog.getByRole('textbox').last()).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: counter('back.open'), exact: true }).click();
    await wedge(page, shirt.barcode);
    await expect(dialog.getByRole('button', { name: first.number })).toBeVisible();
    await dialog.getByRole('button', { name: second.number }).click();
    // Of the scanned article one piece comes back.
    await expect(dialog.getByRole('textbox').last()).toHaveValue('1');
    await page.keyboard.press('Escape');
    // A link opens its sale once.
    await page.goto(`/accounting/sales/add?return=${first.id}`);
    await expect(dialog.getByRole('heading')).toContainText(first.number);
    await page.keyboard.press('Escape');
    await page.keyboard.press('F8');
    await expect(dialog.getByRole('heading')).toHaveText(counter('back.find'));
  });
}

for (const language of usually('ar')) {
  test(`cash is entered by key or tap, notes are kept, receipts are reprinted, ${language}`, async ({ page }) => {
    const [counter, method] = [words(language, 'counter'), language === 'ar' ? 'نقدي' : 'Cash'];
    const branch = await newBranch('Again', 'مرة أخرى');
    const goods = await newGoods();
    await stocked(branch, goods, 10);
    // Records what the browser is asked to print.
    await page.addInitScript(() => {
      const printed: string[] = [];
      Object.assign(window, {
        printed,
        print: () => {
          const receipt = document.querySelector<HTMLElement>('.receipt')!;
          const isCut = receipt.scrollWidth > receipt.clientWidth;
          printed.push(`${receipt.querySelectorAll('svg.bars path').length} ${isCut ? 'cut' : receipt.textContent}`);
        },
      });
    });
    const printed = () => page.evaluate(() => (window as unknown as { printed: string[] }).printed);
    await openDrawer(branch);
    await enter(page, 'Owner', language, `/accounting/sales/add?branch=${branch.id}&till=N1`);
    await expect(page.getByRole('button', { name: counter('lastReceipt.open') })).toHaveAccessibleDescription(counter('lastReceipt.none'));
    await wedge(page, goods.barcode);
    await figure(page, goods.name, 'price').fill('187.5');
    await page.getByLabel(new RegExp(counter('note'))).fill('Gift wrap');
    await page.keyboard.press('F9');
    const cash = page.getByLabel(textPattern(language, 'payments')('amountBy', { method }));
    await expect(cash).toBeFocused();
    await expect(cash).toHaveValue('187.50');
    const quick = (amount: string) =>
      page.getByRole('button', { name: textPattern(language, 'payments')('handedOver', { method, amount }) });
    for (const amount of ['187.50', '190.00', '200.00']) await expect(quick(amount)).toBeVisible();
    await page.keyboard.press('F9');
    await expect(cash).toHaveValue('190.00');
    await expect(page.locator('.counter-change')).toContainText('2.50');
    await quick('200.00').click();
    await expect(page.locator('.counter-change')).toContainText('12.50');
    await expect(quick('200.00')).toHaveAttribute('aria-pressed', 'true');
    await expect(cash).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-finished')).toContainText(/SA-.*-0001/);
    // Another way for the receipt is chosen once and stays; F7 follows it.
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: counter('made.otherWays') }).click();
    await page.getByRole('menuitem', { name: counter('made.by.pdf') }).click();
    const name = (await saved).suggestedFilename();
    expect(name).toMatch(/SA-.*-0001 80 mm\.pdf$/);
    const again = page.waitForEvent('download');
    await page.getByRole('button', { name: counter('made.by.pdf') }).click();
    expect((await again).suggestedFilename()).toBe(name);
    expect(await printed()).toEqual([]);
    await page.getByRole('button', { name: counter('made.otherWays') }).click();
    await page.getByRole('menuitem', { name: counter('made.by.print') }).click();
    await expect.poll(async () => (await printed()).length).toBe(1);
    await page.evaluate(() => (window as unknown as { printed: string[] }).printed.splice(0));
    expect(
      await inDatabase((sql) =>
        sql`select note, (select sum(p.tendered - p.amount)::float from public.sale_payments p where p.sale_id = s.id) as change from public.sales s where branch_id = ${branch.id}`.then(
          (rows) => [...rows],
        ),
      ),
    ).toEqual([{ note: 'Gift wrap', change: 12.5 }]);

    // The next sale starts without the note. The last receipt can still be printed, also after a reload.
    await wedge(page, goods.barcode);
    await expect(page.getByLabel(new RegExp(counter('note')))).toHaveValue('');
    await page.keyboard.press('F7');
    await expect.poll(printed).toEqual([expect.stringMatching(/^1 .*SA-.*-0001/)]);
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog')).toContainText(counter('lastReceipt.key'));
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(figure(page, goods.name, 'quantity')).toHaveValue('1');
    await page.keyboard.press('F7');
    await expect.poll(printed).toEqual([expect.stringMatching(/^1 .*SA-.*-0001/)]);
    expect(await salesOf(branch)).toHaveLength(1);

    // Held with its note, listed, and deleted after a confirmation, by keyboard alone.
    const rows = () =>
      inDatabase((sql) =>
        sql`select cart->'form'->'head'->>'note' as note from public.held_sales where branch_id = ${branch.id}`.then((found) => [...found]),
      );
    await page.getByLabel(new RegExp(counter('note'))).fill('Call her');
    await page.keyboard.press('F2');
    await page.getByLabel(new RegExp(counter('hold.label'))).fill('Coat');
    await page.keyboard.press('Enter');
    await expect(page.getByText(counter('empty.title'))).toBeVisible();
    expect(await rows()).toEqual([{ note: 'Call her' }]);
    await page.keyboard.press('F3');
    const drop = page.getByRole('button', { name: textPattern(language, 'counter')('held.dropOf', { label: 'Coat' }) });
    await drop.press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(counter('held.dropText'));
    await question.getByRole('button', { name: counter('outbox.keep') }).press('Enter');
    expect(await rows()).toHaveLength(1);
    await drop.press('Enter');
    await question
      .getByRole('button', { name: textPattern(language, 'counter').part('held.dropConfirm', { amount: '100.00', currency: '' }) })
      .press('Enter');
    await expect(page.getByRole('dialog')).toContainText(counter('held.none'));
    expect(await rows()).toEqual([]);
    expect(await onHand(branch, goods)).toBe(9);

    // The largest amounts fit on the receipt.
    await page.reload();
    await expect(page.getByText(counter('empty.title'))).toBeVisible();
    await wedge(page, goods.barcode);
    await figure(page, goods.name, 'price').fill('1234567890.5');
    await figure(page, goods.name, 'discount').fill('1');
    await page.keyboard.press('F9');
    await expect(cash).toHaveValue(/^1,?234,?567,?889\.50$/);
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-finished')).toContainText(/SA-.*-0002/);
    await page.keyboard.press('F7');
    await expect.poll(async () => (await printed()).at(-1)).toMatch(/^1 .*SA-.*-0002.*1,234,567,889\.50/);
    await expectInvariants();
  });
}
