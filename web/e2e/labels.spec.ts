/* Labels printed through a real print server on a fake printer that reports what it printed, and labels printed without one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fakePrinter, type Label } from '../../print-server/tests/fake-printer.ts';
import { installPrograms, scratch, until } from '../../print-server/tests/machine.ts';
import { freePort, run, startServer } from '../../print-server/tests/program.ts';
import { intercept } from './support/intercept.ts';
import { newOrder, newSupplier, pick } from './support/purchases.ts';
import { textPattern } from './support/text-pattern.ts';
import { choose, enter, inDatabase, newBranch, newGoods, newPerson, newTransfer, stocked, unique, type Goods } from './support/fixtures.ts';
import { openDrawer } from './support/shifts.ts';
import { api, stack, type Language, usually } from './support/stack.ts';
import { test } from './support/test.ts';
import { wedge } from './support/wedge.ts';
import { words } from './support/words.ts';

const lacking = installPrograms('zbarimg', 'pdftoppm');
const folder = () => mkdtempSync(join(tmpdir(), 'labels-'));

/** The codes that a scanner reads in these pictures. */
function scanned(...files: string[]): string[] {
  return spawnSync('zbarimg', ['--quiet', '--raw', ...files], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n');
}

/** The rows of a printed page as grey values. */
function rowsOf(page: string): Buffer[] {
  const file = readFileSync(page);
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 40)) ?? [];
  return Array.from({ length: Number(height) }, (_, row) => file.subarray(head.length + row * Number(width)).subarray(0, Number(width)));
}

/** Whether the margin that an office printer cannot print is empty; the edge in dots. */
const hasWhiteEdge = (page: string, edge: number) =>
  rowsOf(page).every((row, y, { length }) =>
    row.every((grey, x) => grey === 255 || (Math.min(x, row.length - 1 - x) >= edge && Math.min(y, length - 1 - y) >= edge)),
  );

/** The labels of a printed sheet, each cut out separately, because the scanner reports each code only once per page. */
function cut(page: string, across: number, down: number): string[] {
  const all = rowsOf(page);
  const [wide, high] = [Math.floor(all[0]!.length / across), Math.floor(all.length / down)];
  return Array.from({ length: across * down }, (_, index) => {
    const [x, y] = [(index % across) * wide, Math.floor(index / across) * high];
    const rows = all.slice(y, y + high).map((row) => row.subarray(x, x + wide));
    const label = `${page}-${index}.pgm`;
    writeFileSync(label, Buffer.concat([Buffer.from(`P5\n${wide} ${high}\n255\n`), ...rows]));
    return label;
  });
}

function codeOn({ width, height, dots }: Label): string[] {
  const file = join(folder(), 'label.pbm');
  writeFileSync(file, Buffer.concat([Buffer.from(`P4\n${width} ${height}\n`), dots]));
  return scanned(file);
}

/** The number of dots in which preview and print differ. */
const differing = (page: Page, { width, height, stride, dots }: Label) =>
  page.locator('canvas.label-paper').evaluate(
    (canvas: HTMLCanvasElement, printed) => {
      if (canvas.width !== printed.width || canvas.height !== printed.height) return `${canvas.width} × ${canvas.height}`;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      let [black, wrong] = [0, 0];
      for (let y = 0; y < canvas.height; y++) {
        for (let x = 0; x < canvas.width; x++) {
          const shown = data[(y * canvas.width + x) * 4] === 0;
          if (shown) black++;
          if (shown !== Boolean((printed.dots[y * printed.stride + (x >> 3)]! >> (7 - (x & 7))) & 1)) wrong++;
        }
      }
      return black > 1000 ? wrong : 'hardly anything is drawn';
    },
    { width, height, stride, dots: [...dots] },
  );

/** A shop's printers as the print server knows them: one coarse, one fine. */
const dpis = { 'Zebra ZD421': 203, 'Zebra ZD621': 300 } as const;

const shop = async () => {
  const { home, clear } = scratch();
  const printers = await Promise.all(
    Object.entries(dpis).map(async ([name, dpi]) => {
      const printer = await fakePrinter('zpl');
      await run(['add', `p${dpi}`, '--data-dir', home, '--to', `127.0.0.1:${printer.port}`, '--dpi', String(dpi), '--name', name]);
      return { name, printer };
    }),
  );
  const port = await freePort();
  return { home, printers, port, close: () => Promise.all(printers.map(({ printer }) => printer.down())).then(clear) };
};

/** Connects and pairs with the server by typing its port and code. */
async function pair(page: Page, language: Language, server: { port: number; output: string }) {
  const labels = words(language, 'labels');
  await page.getByLabel(labels('server.port'), { exact: true }).fill(String(server.port));
  await page.getByRole('button', { name: labels('server.connect'), exact: true }).click();
  await page.getByLabel(labels('server.code')).fill(/Type (\d{3} \d{3})/.exec(server.output)?.[1] ?? '');
  await page.getByRole('button', { name: labels('server.pair'), exact: true }).click();
  await expect(page.getByRole('region', { name: labels('printer.title') })).toBeVisible();
}

/** A line is printed only once its price has loaded. */
const priced = (page: Page, lines: number) =>
  expect(page.getByRole('table').getByRole('cell', { name: '100.00', exact: true })).toHaveCount(lines);

for (const language of usually('ar')) {
  test(`labels print exactly as previewed, and never twice after a crash, ${language}`, async ({ page }) => {
    test.skip(lacking !== undefined, lacking);
    const labels = words(language, 'labels');
    const { home, printers, port, close } = await shop();
    const goods = await newGoods(language === 'ar' ? `وشاح حرير مطبوع ${unique()}` : `Printed silk scarf ${unique()}`);
    await enter(page, 'Owner', language, '/labels');
    const button = (key: string) => page.getByRole('button', { name: labels(key), exact: true });
    const pattern = (key: string, values?: Record<string, string>) =>
      expect(page.getByText(labels(key, values), { exact: true }).first()).toBeVisible();
    const print = () => page.locator('.label-bar .button.primary').click();
    const row = (name: string) => page.locator('.label-printer', { hasText: name });

    // Missing input is reported in the order of the form.
    await print();
    await pattern('refused.nothing');
    await button('pick.add').click();
    await pattern('refused.products');
    await wedge(page, goods.barcode);
    const copies = page.getByLabel(labels('cart.copiesOf', { name: goods.name }));
    await expect(copies).toHaveValue('1');
    await wedge(page, goods.barcode);
    await expect(page.getByText(labels('cart.already'))).toBeVisible();
    await expect(copies).toHaveValue('1');
    await priced(page, 1);
    await copies.fill('0');
    await print();
    await pattern('refused.copies');
    await copies.fill('3');
    await print();
    await pattern('refused.not_connected');

    const address = page.getByLabel(labels('server.port'), { exact: true });
    await address.fill('');
    await button('server.connect').click();
    await pattern('refused.address');
    await address.fill(String(port));
    await button('server.connect').click();
    await pattern('server.failed');
    await pattern('fault.not_answering');
    let server = await startServer(home, { port });
    await button('server.connect').click();
    await pattern('fault.origin_not_allowed', { origin: new URL(stack.url).origin });
    await server.stop('SIGTERM');
    server = await startServer(home, { port, args: ['--allow', new URL(stack.url).origin] });
    await pair(page, language, server);
    await print();
    await pattern('refused.no_printer');
    for (const { name, printer } of printers) {
      await row(name).getByRole('radio').check();
      await print();
      await expect.poll(() => printer.printed, name).toBe(3);
      expect(printer.labels, name).toHaveLength(1);
      expect(await differing(page, printer.labels[0]!), name).toBe(0);
      expect(codeOn(printer.labels[0]!), name).toEqual([goods.barcode]);
    }

    // The printer goes offline and comes back.
    const { name, printer } = printers.at(-1)!;
    await printer.down();
    await expect(row(name).getByText(labels('printer.offline'), { exact: true })).toBeVisible();
    await print();
    await pattern('refused.offline', { printer: name });
    await printer.up();
    await expect(row(name).getByText(labels('printer.online'), { exact: true })).toBeVisible();

    // The server crashes while sending and restarts: the outcome is unknown, so the job is not repeated automatically.
    printer.mood.stalled = true;
    await copies.fill('2');
    // A label is sent within a second, even to a printer that reads nothing; the server's journal shows the moment in between.
    const killed = until(
      () => /"state":"sending"[^\n]*\n$/.test(readFileSync(join(home, 'journal.jsonl'), 'utf8')),
      'the job to leave',
    ).then(() => server.stop('SIGKILL'));
    await print();
    await killed;
    await expect(page.locator('.label-bar')).toContainText(labels('print.drawing', { done: '1', of: '1' }));
    await pattern('server.lostText');
    printer.mood.stalled = false;
    server = await startServer(home, { port });
    await pattern('trouble.uncertain', { printer: name });
    await expect(row(name).getByText(labels('printer.online'), { exact: true })).toBeVisible();
    expect(printer.printed).toBeLessThanOrEqual(5);

    // The cart and the device's settings are still there, and the history lists the jobs.
    await page.reload();
    await expect(copies).toHaveValue('2');
    await button('server.connect').click();
    await expect(row(name).getByRole('radio')).toBeChecked();
    await button('history.open').click();
    const history = page.getByRole('dialog').locator('li');
    await expect(history.first()).toContainText(labels('history.outcome.uncertain'));
    await expect(history.nth(1)).toContainText(labels('history.outcome.sent'));
    await server.stop();
    await close();
  });
}

test("without a print server labels print as a PDF sheet, and a badge shows its user's id", async ({ page }) => {
  test.skip(lacking !== undefined, lacking);
  const labels = words('en', 'labels');
  const [one, two, person] = [await newGoods(), await newGoods(), await newPerson('Cashier')];
  await enter(page, 'Owner', 'en', '/labels');
  await wedge(page, one.barcode);
  await wedge(page, two.barcode);
  await page.getByLabel(labels('cart.copiesOf', { name: two.name })).fill('24');
  await priced(page, 2);
  await page.getByRole('button', { name: labels('sheet.open') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: labels('sheet.make') }).click();
  const [at, pdf] = [folder(), await (await saved).path()];
  spawnSync('pdftoppm', ['-r', '300', '-gray', pdf, join(at, 'page')]);
  const sheets = readdirSync(at)
    .map((name) => join(at, name))
    .sort();
  expect(sheets).toHaveLength(2);
  expect(sheets.map((sheet) => scanned(...cut(sheet, 3, 8)))).toEqual([
    [one.barcode, ...Array.from({ length: 23 }, () => two.barcode)],
    [two.barcode],
  ]);
  const fourMillimetres = Math.floor((4 / 25.4) * 300);
  expect(sheets.map((sheet) => hasWhiteEdge(sheet, fourMillimetres))).toEqual([true, true]);

  await page.getByRole('tab', { name: labels('tab.users') }).click();
  await page.locator('.label-bar .button.primary').click();
  await expect(page.getByText(labels('refused.users'))).toBeVisible();
  await page.getByLabel(labels('pick.users'), { exact: true }).fill(person.name);
  await page.getByRole('option', { name: person.name }).click();
  await expect
    .poll(async () => {
      const file = join(at, 'badge.png');
      await page.locator('canvas.label-paper').screenshot({ path: file });
      return scanned(file);
    })
    .toEqual([person.id]);
});

/** A shop with one connected printer. */
async function oneShop(page: Page, language: Language, model: 'zpl' | 'escpos') {
  const { home, clear } = scratch();
  const printer = await fakePrinter(model);
  await run(['add', 'only', '--data-dir', home, '--to', `127.0.0.1:${printer.port}`, '--language', model, '--name', 'Only one']);
  const server = await startServer(home, { args: ['--allow', new URL(stack.url).origin] });
  await enter(page, 'Owner', language, '/labels');
  await pair(page, language, server);
  return {
    printer,
    close: () =>
      server
        .stop()
        .then(() => printer.down())
        .then(clear),
  };
}

test('labels are filled from received orders, the product list and the print history', async ({ page }) => {
  const labels = words('en', 'labels');
  const button = (key: string) => page.getByRole('button', { name: labels(key), exact: true });
  const seen = (key: string) => expect(page.getByText(labels(key), { exact: true })).toBeVisible();
  const run = unique();
  const [shirt, scarf, branch] = [await newGoods(`Shirt ${run}`), await newGoods(`Scarf ${run}`), await newBranch('Arrived', 'وصل')];
  const copies = (goods: { name: string }) => page.getByLabel(labels('cart.copiesOf', { name: goods.name }));
  const order = await newOrder(branch, await newSupplier(), [
    { goods: shirt, quantity: 10, cost: 5 },
    { goods: scarf, quantity: 4, cost: 5 },
  ]);
  const came = await (await api('Owner')).rpc('receive_purchase', {
    id: crypto.randomUUID(),
    purchase_order_id: order.id,
    lines: [
      { variant_id: shirt.variant, quantity: 6 },
      { variant_id: scarf.variant, quantity: 1 },
    ],
  });
  expect(came.ok, await came.clone().text()).toBe(true);
  const { printer, close } = await oneShop(page, 'en', 'zpl');

  await page.getByRole('tab', { name: labels('tab.purchases') }).click();
  await button('pick.all').click();
  await seen('refused.purchase_orders');
  await pick(page, labels('pick.purchase_orders'), order.number);
  await page.getByLabel(labels('pick.spare')).fill('10');
  await button('pick.add').click();
  await seen('refused.ticked');
  await button('pick.all').click();
  await page.getByRole('button', { name: labels('pick.addSome_other', { shown: '2' }) }).click();
  await expect(copies(shirt)).toHaveValue('7');
  await expect(copies(scarf)).toHaveValue('2');
  await priced(page, 2);
  await button('pick.all').click();
  await seen('refused.all');

  // A test print shows the offset: one millimetre to the right is eight dots.
  await choose(page, new RegExp(labels('size.title')), '40 × 30');
  await button('preview.calibrate').click();
  await page.getByLabel(labels('calibrate.right')).fill('1');
  await button('calibrate.save').click();
  await button('printer.test').click();
  await expect.poll(() => printer.printed).toBe(1);
  const [frame] = printer.labels;
  expect([frame!.width, frame!.height]).toEqual([320, 240]);
  const firstBytes = Array.from({ length: frame!.height }, (_, y) => [...frame!.dots.subarray(y * frame!.stride, y * frame!.stride + 2)]);
  expect(firstBytes.every(([left, right]) => left === 0 && right! >= 0x80)).toBe(true);

  await page.locator('.label-bar .button.primary').click();
  await expect.poll(() => printer.printed).toBe(10);
  await expect(page.locator('.label-bar .button.primary')).not.toHaveAttribute('aria-busy', 'true');

  // The history has the printed labels but not the test print.
  await page.getByRole('tab', { name: labels('tab.products') }).click();
  await expect(page.getByRole('combobox', { name: words('en', 'variants')('picker.label') })).toBeFocused();
  for (const goods of [shirt, scarf]) {
    await copies(goods).focus();
    await page.keyboard.press('Control+Delete');
    await expect(copies(goods)).toHaveCount(0);
  }
  await button('history.open').click();
  const last = page.getByRole('dialog').locator('li').first();
  await expect(last).toContainText('9 labels');
  await expect(last).toContainText('40 × 30');
  await last.getByRole('button', { name: labels('history.again') }).click();
  await expect(copies(shirt)).toHaveValue('7');
  await expect(copies(scarf)).toHaveValue('2');

  // From the product list; items already in the cart stay as they are.
  const other = await newGoods(`Shawl ${run}`);
  await page.goto(`/inventory/products?q=${run}`);
  await expect(page.locator('table.list tbody tr')).toHaveCount(3);
  for (const box of await page.locator('table.list tbody input[type=checkbox]').all()) await box.check();
  await page
    .locator('.bulk')
    .getByRole('button', { name: labels('ofThis') })
    .click();
  await expect(copies(other)).toHaveValue('1');
  await expect(copies(shirt)).toHaveValue('7');
  await close();
});

test('an interrupted print offers the labels not yet printed, and prints none twice', async ({ page }) => {
  const labels = words('en', 'labels');
  const all: Goods[] = [];
  for (let index = 0; index < 6; index++) all.push(await newGoods());
  const { printer, close } = await oneShop(page, 'en', 'zpl');
  for (const { barcode } of all) await wedge(page, barcode);
  await priced(page, 6);
  await expect(page.locator('.label-bar .button.primary')).toContainText('6 labels');
  let jobs = 0;
  await intercept(page, '**/v1/jobs/*', async (route) => {
    if (route.request().method() === 'PUT') jobs++;
    // The printer goes offline after the first job. The page learns it from a refused job or from the status.
    if (jobs === 2) await printer.down();
    return route.fallback();
  });
  await page.locator('.label-bar .button.primary').click();
  const rest = page.getByRole('button', { name: labels('trouble.rest', { labels: '2 labels' }), exact: true });
  await expect(rest).toBeVisible();
  await expect(page.locator('.label-printer').getByText(labels('printer.offline'), { exact: true })).toBeVisible();
  await rest.click();
  await expect(page.getByText(labels('refused.offline', { printer: 'Only one' }))).toBeVisible();
  await printer.up();
  await expect(page.locator('.label-printer').getByText(labels('printer.online'), { exact: true })).toBeVisible();
  await rest.click();
  await expect.poll(() => printer.printed).toBe(6);
  await expect(rest).toBeHidden();
  await page.getByRole('button', { name: labels('history.open'), exact: true }).click();
  const history = page.getByRole('dialog').locator('li');
  await expect(history.first()).toContainText(labels('history.outcome.sent'));
  await expect(history.nth(1)).toContainText(labels('history.outcome.uncertain'));
  await close();
});

test('without a print server each label is a page of its exact size with a readable code', async ({ page }) => {
  test.skip(lacking !== undefined, lacking);
  const labels = words('en', 'labels');
  const [goods, other] = [await newGoods(), await newGoods()];
  const copies = ({ name }: Goods) => page.getByLabel(labels('cart.copiesOf', { name }));
  const browserPrint = () => page.getByRole('button', { name: labels('print.browser') }).click();
  await enter(page, 'Owner', 'en', '/labels');
  await wedge(page, goods.barcode);
  await expect(page.getByRole('table')).toContainText('100.00');
  // Labels on a page left open still show current prices.
  await inDatabase((sql) => sql`update public.products set price = 130 where id = ${goods.product}`);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByRole('table')).toContainText('130.00');

  // A line that cannot be printed is reported, not left out.
  await intercept(page, '**/rpc/label_lines*', (route) => route.abort());
  await wedge(page, other.barcode);
  await expect(copies(other)).toHaveValue('1');
  await browserPrint();
  await expect(page.getByText(labels('refused.unpriced'))).toBeVisible();
  await expect(copies(other)).toBeFocused();
  await page.keyboard.press('Control+Delete');
  await copies(goods).fill('0');
  await browserPrint();
  await expect(page.getByText(labels('refused.copies')).first()).toBeVisible();
  await copies(goods).fill('2');
  await choose(page, new RegExp(labels('size.title')), '58 × 40');
  // The browser's print dialog would block the page, so the test keeps the page as it was passed to print().
  await page.evaluate(() => {
    window.print = () => {
      const [paper, sheets] = [document.querySelector('.label-print')!, [...document.adoptedStyleSheets]];
      setTimeout(() => {
        document.body.append(paper);
        document.adoptedStyleSheets = sheets;
        Object.assign(window, { given: true });
      });
    };
  });
  await browserPrint();
  await page.waitForFunction(() => 'given' in window);
  const at = folder();
  const pdf = join(at, 'paper.pdf');
  await page.pdf({ path: pdf, preferCSSPageSize: true });
  const about = spawnSync('pdfinfo', [pdf], { encoding: 'utf8' }).stdout;
  expect(/Pages:\s+(\d+)/.exec(about)?.[1]).toBe('2');
  const millimetres = (/Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(about) ?? []).slice(1).map((points) => (Number(points) / 72) * 25.4);
  // Chromium rounds the size of its PDFs to whole CSS pixels.
  [58, 40].forEach((side, nth) => expect(Math.abs(millimetres[nth]! - side)).toBeLessThan(0.3));
  spawnSync('pdftoppm', ['-r', '300', '-gray', pdf, join(at, 'page')]);
  const pages = readdirSync(at)
    .filter((name) => name.endsWith('.pgm'))
    .map((name) => join(at, name));
  expect(pages.map((one) => scanned(one))).toEqual([[goods.barcode], [goods.barcode]]);
});

for (const language of usually('ar')) {
  test(`a receipt is printed by the print server, cut, and opens the drawer for cash, ${language}`, async ({ page }) => {
    test.skip(lacking !== undefined, lacking);
    const labels = words(language, 'labels');
    const [branch, goods] = [await newBranch('Printed', 'مطبوع'), await newGoods()];
    await stocked(branch, goods, 5);
    await openDrawer(branch);
    const { printer, close } = await oneShop(page, language, 'escpos');
    await choose(page, new RegExp(labels('printer.receipts')), 'Only one');
    await page.goto(`/accounting/sales/add?branch=${branch.id}&till=P1`);
    await expect(page.getByRole('button', { name: words(language, 'counter')('lastReceipt.open') })).toBeVisible();
    await wedge(page, goods.barcode);
    await expect(page.locator('.counter-big')).toContainText('100.00');
    await page.keyboard.press('F9');
    await expect(
      page.getByLabel(textPattern(language, 'payments')('amountBy', { method: language === 'ar' ? 'نقدي' : 'Cash' })),
    ).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.counter-finished')).toContainText(/SA-.*-0001/);
    await page.keyboard.press('F7');
    await expect.poll(() => printer.jobs.length).toBe(1);
    const [number] = /SA-[A-Z]+-P1-\d{4}-0001/.exec((await page.locator('.counter-finished').textContent()) ?? '') ?? [];
    expect(codeOn(printer.labels[0]!)).toContain(number);
    const pulse = Buffer.from([0x1b, 0x70]);
    expect([printer.jobs[0]!.indexOf(pulse) < 10, printer.jobs[0]!.includes(Buffer.from([0x1d, 0x56]))]).toEqual([true, true]);

    // Reprinting the receipt of an earlier sale does not open the drawer.
    await wedge(page, goods.barcode);
    await expect(page.locator('.counter-finished')).toHaveCount(0);
    await page.keyboard.press('F7');
    await expect.poll(() => printer.jobs.length).toBe(2);
    expect(printer.jobs[1]!.subarray(0, 10).includes(pulse)).toBe(false);
    await close();
  });
}

test('a public page reaches the print server only with local network permission', async ({ playwright, launchOptions }) => {
  const labels = words('en', 'labels');
  const { home, clear } = scratch();
  const server = await startServer(home, { args: ['--allow', new URL(stack.url).origin] });
  // Chromium asks for local network access only if the page is on a public address.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--ip-address-space-overrides=${new URL(stack.url).host}=public`],
  });
  // Granting some permissions denies all others.
  for (const [granted, outcome] of [
    [['geolocation'], 'denied'],
    [['local-network-access'], 'granted'],
  ] as const) {
    const context = await browser.newContext({ baseURL: stack.url });
    await context.grantPermissions([...granted]);
    const page = await context.newPage();
    await enter(page, 'Owner', 'en', '/labels');
    await page.getByLabel(labels('server.port'), { exact: true }).fill(String(server.port));
    await page.getByRole('button', { name: labels('server.connect'), exact: true }).click();
    if (outcome === 'denied') await expect(page.getByText(labels('fault.permission_denied'))).toBeVisible();
    else await expect(page.getByLabel(labels('server.code'))).toBeVisible();
    await context.close();
  }
  await browser.close();
  await server.stop();
  clear();
});

test('an order, a transfer and a count open labels for their goods, if the user may see them', async ({ page, browser }) => {
  const labels = words('en', 'labels');
  const [branch, other] = [await newBranch('Labelled', 'معنون'), await newBranch('Labelled beside', 'معنون بجانبه')];
  const goods = [await newGoods(), await newGoods(), await newGoods()] as const;
  const copies = (on: Page, { name }: Goods) => on.getByLabel(labels('cart.copiesOf', { name }));
  const owner = await api('Owner');
  const done = async (call: Promise<Response>) => expect((await call).ok, await (await call).clone().text()).toBe(true);
  const order = await newOrder(branch, await newSupplier(), [{ goods: goods[0], quantity: 10, cost: 5 }]);
  await done(
    owner.rpc('receive_purchase', {
      id: crypto.randomUUID(),
      purchase_order_id: order.id,
      lines: [{ variant_id: goods[0].variant, quantity: 6 }],
    }),
  );
  await stocked(branch, goods[1], 9);
  const transfer = await newTransfer(branch, other, goods[1], 4);
  const count = crypto.randomUUID();
  await done(owner.rpc('start_count', { id: count, branch_id: branch.id }));
  await done(
    owner.rpc('record_tallies', {
      count_id: count,
      tallies: [{ id: crypto.randomUUID(), variant_id: goods[2].variant, mode: 'set', quantity: 3 }],
    }),
  );
  await enter(page, await newPerson('Manager', [{ branch, access: 'work' }]));
  for (const [address, area] of [
    [`/purchase/orders/${order.id}`, 'purchases'],
    [`/inventory/transactions/view/${transfer.id}`, 'transfers'],
    [`/inventory/counts/${count}`, 'counts'],
  ] as const) {
    await page.goto(address);
    await page
      .locator('.head')
      .getByRole('button', { name: words('en', area)('action.more') })
      .click();
    await page.getByRole('menuitem', { name: labels('ofThis') }).click();
    await expect(page).toHaveURL('/labels');
    await expect(page.locator('.toast').last()).toHaveText(labels('brought.all_one', { shown: '1' }));
  }
  for (const [index, pieces] of ['6', '4', '3'].entries()) await expect(copies(page, goods[index]!)).toHaveValue(pieces);
  // The source is removed from the address, so a reload adds nothing again.
  await page.reload();
  for (const [index, pieces] of ['6', '4', '3'].entries()) await expect(copies(page, goods[index]!)).toHaveValue(pieces);

  const elsewhere = await (await browser.newContext()).newPage();
  await enter(elsewhere, await newPerson('Storekeeper', [{ branch: other, access: 'work' }]), 'en', `/labels?source=counts&id=${count}`);
  await expect(elsewhere.locator('.toast')).toHaveText(labels('brought.nothing'));
  await elsewhere.goto(`/labels?source=imports&id=${count}`);
  await expect(elsewhere.locator('.toast')).toHaveText(/permission/);
  await expect(elsewhere.getByText(labels('cart.empty'))).toBeVisible();
  await elsewhere.context().close();
});

test('a label template is saved for the business and chosen by users who may not edit it', async ({ page, browser }) => {
  const labels = words('en', 'labels');
  const [goods, name, branch] = [await newGoods(), `Shelf ${unique()}`, await newBranch('Shelves', 'رفوف')];
  const box = (on: Page, field: string) => on.getByRole('checkbox', { name: labels(`template.${field}`), exact: true });
  const template = (on: Page) => on.getByRole('region', { name: labels('template.title') });
  /** 50 mm at 203 dpi; a canvas has the browser's default size until it is drawn. */
  const picture = async (on: Page) => {
    const canvas = on.locator('canvas.label-paper');
    await expect(canvas).toHaveJSProperty('width', 400);
    return canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
  };
  await enter(page, 'Owner', 'en', '/labels');
  await wedge(page, goods.barcode);
  await box(page, 'shows_business').uncheck();
  await box(page, 'shows_price').uncheck();
  await box(page, 'shows_sku').check();
  await template(page)
    .getByRole('button', { name: labels('template.add') })
    .click();
  const naming = page.getByRole('dialog');
  await naming.getByLabel(labels('template.name')).fill(name);
  await naming.getByRole('button', { name: labels('template.saveNew') }).click();
  await expect(naming).toBeHidden();
  await page.reload();
  await expect(
    template(page)
      .getByRole('button', { name: new RegExp(name) })
      .first(),
  ).toBeVisible();
  for (const [field, on] of [
    ['shows_business', false],
    ['shows_price', false],
    ['shows_sku', true],
  ] as const)
    await expect(box(page, field)).toBeChecked({ checked: on });
  const asSaved = await picture(page);

  const other = await (await browser.newContext()).newPage();
  await enter(other, await newPerson('Storekeeper', [{ branch, access: 'work' }]), 'en', '/labels');
  await wedge(other, goods.barcode);
  expect(await picture(other)).not.toBe(asSaved);
  await choose(other, new RegExp(labels('template.choose')), name);
  await expect(box(other, 'shows_sku')).toBeChecked();
  await expect.poll(() => picture(other)).toBe(asSaved);
  await box(other, 'shows_sku').uncheck();
  await expect(template(other).getByRole('button', { name: labels('template.add') })).toHaveCount(0);
  await other.context().close();
  await page.reload();
  await template(page)
    .getByRole('button', { name: textPattern('en', 'labels').part('template.delete', { name }) })
    .click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: labels('template.deleteIt') })
    .click();
  await expect(box(page, 'shows_price')).toBeChecked();
});
