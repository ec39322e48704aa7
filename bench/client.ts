/* npm run bench:client -- [--stack '<the line of npm start -- --json>'] [--only words] [--runs 9] [--out figures.json]: measures
   the built client in a headless Chromium. Without --stack it starts a stack of its own. */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '../checks/chromium.ts';
import { startStack } from '../stack/stack.ts';
import { counter, fromEnter } from './client-counter.ts';
import { listen, median, press, worst } from './client-keys.ts';
import { labels } from './client-labels.ts';
import { arrange, customers, type Stack } from './client-fixtures.ts';

const { values } = parseArgs({
  options: {
    stack: { type: 'string' },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '9' },
    out: { type: 'string' },
  },
});
const own = values.stack ? null : await startStack({ client: true });
const stack: Stack = own ?? (JSON.parse(values.stack ?? '') as Stack);
const runs = Number(values.runs);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const fixtures = await arrange(stack);

const figures: Record<string, number> = {};
function tell(name: string, figure: number) {
  figures[name] = Number(figure.toFixed(1));
  console.log(`${name.padEnd(64)}${String(figures[name]).padStart(9)}`);
}
const list = '/inventory/products';
const rows = 'table.list a.record-name';
const open = (storageState?: Awaited<ReturnType<BrowserContext['storageState']>>) =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: stack.url, storageState });

async function signIn(page: Page) {
  await page.goto('/login');
  await page.locator('input[type=email]').fill(fixtures.email);
  await page.locator('input[autocomplete=current-password]').fill(fixtures.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/dashboard');
}

/** Milliseconds from the start of the page to the first row of the list. */
async function toRows(page: Page): Promise<number> {
  // Waits for the requests of the previous page, so that they are not measured.
  await page.waitForLoadState('networkidle');
  await page.goto(list);
  await page.locator(rows).first().waitFor();
  return page.evaluate(() => performance.getEntriesByName('rows')[0]?.startTime ?? NaN);
}
const markRows = (context: BrowserContext) =>
  context.addInitScript((selector) => {
    const look = () => (document.querySelector(selector) ? performance.mark('rows') : requestAnimationFrame(look));
    look();
  }, rows);

async function throttle(cdp: CDPSession, cpu: number, network: boolean) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  // "Slow 4G" of the browser's DevTools.
  if (network)
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    });
}

const first = await open();
const home = await first.newPage();
const scripts = new Map<string, Promise<number>>();
let requests = 0;
home.on('response', (answer) => {
  requests += 1;
  if (answer.request().resourceType() === 'script' && !scripts.has(answer.url()))
    scripts.set(
      answer.url(),
      answer.body().then((body) => gzipSync(body).length / 1024),
    );
});
const weight = async () => (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0);

const parts: Record<string, () => Promise<void>> = {
  weight: async () => {
    await home.goto('/login');
    await home.locator('input[type=email]').waitFor();
    tell('sign-in: JavaScript, KB gzip', await weight());
    tell('sign-in: requests', requests);
    await signIn(home);
    // The bodies of a page's scripts are lost when it is left, so this waits for them.
    await home.waitForLoadState('networkidle');
    await home.goto(list);
    await home.locator(rows).first().waitFor();
    tell('first list: JavaScript since sign-in, KB gzip', await weight());
    tell('first list: requests since sign-in', requests);
  },
  list: async () => {
    const state = await first.storageState();
    const cold: number[] = [];
    const warm: number[] = [];
    const again: number[] = [];
    const throttled: number[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await open(state);
      await markRows(context);
      const page = await context.newPage();
      cold.push(await toRows(page));
      warm.push(await toRows(page));
      // From the second visit on the browser caches the compiled code.
      again.push(await toRows(page));
      await context.close();
      if (run >= 3) continue;
      const slowContext = await open(state);
      await markRows(slowContext);
      const slowPage = await slowContext.newPage();
      const cdp = await slowContext.newCDPSession(slowPage);
      await cdp.send('Network.enable');
      await throttle(cdp, 4, true);
      throttled.push(await toRows(slowPage));
      await slowContext.close();
    }
    tell('list: cold to rows, ms', median(cold));
    tell('list: warm cache to rows, ms', median(warm));
    tell('list: warm cache, third visit, to rows, ms', median(again));
    tell('list: cold, CPU 4×, slow 4G, ms', median(throttled));
  },
  filter: async () => {
    await home.goto(list);
    const field = home.getByRole('searchbox').first();
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      await field.fill('');
      await home.waitForFunction(
        (selector) => [...document.querySelectorAll(selector)].some((row) => !row.textContent?.includes('Layla')),
        rows,
      );
      await home.evaluate((selector) => {
        addEventListener(
          'input',
          ({ timeStamp }) => {
            const look = () => {
              const names = [...document.querySelectorAll(selector)].map((row) => row.textContent ?? '');
              if (names.length > 0 && names.every((name) => name.includes('Layla')))
                performance.measure('filtered', { start: timeStamp, end: performance.now() });
              else requestAnimationFrame(look);
            };
            look();
          },
          { once: true, capture: true },
        );
      }, rows);
      await field.fill('Layla');
      await home.waitForFunction(() => performance.getEntriesByName('filtered').length > 0);
      times.push(await home.evaluate(() => performance.getEntriesByName('filtered')[0]?.duration ?? NaN));
      await home.evaluate(() => performance.clearMeasures());
    }
    tell('list: word to filtered rows, ms (220 are a pause)', median(times));
  },
  navigation: async () => {
    const visit = (path: string) =>
      home.evaluate(
        (to) =>
          new Promise<number>((done) => {
            const start = performance.now();
            const before = document.querySelector('main h1')?.textContent;
            document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)?.click();
            const look = () =>
              document.querySelector('main h1')?.textContent !== before && document.querySelector('main table.list tbody a')
                ? done(performance.now() - start)
                : requestAnimationFrame(look);
            look();
          }),
        path,
      );
    await home.goto(list);
    await home.locator(rows).first().waitFor();
    const others = ['/inventory/brands', list];
    for (const path of others) await visit(path);
    const times: number[] = [];
    for (let run = 0; run < runs; run++) for (const path of others) times.push(await visit(path));
    tell('navigation: warm, to rows, ms', median(times));
  },
  keys: async () => {
    const cdp = await first.newCDPSession(home);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const ticks = async () =>
      Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((metric) => [metric.name, metric.value])) as {
        TaskDuration: number;
      };
    const documents = [
      ['transfer of 1,000 lines', `/inventory/transactions/edit/${fixtures.transfer}`],
      ['order of 500 lines', `/purchase/edit/${fixtures.order}`],
    ] as const;
    for (const [name, path] of documents) {
      await home.goto(path);
      const figure = home.locator('[data-cell^=quantity]');
      await figure.nth(3).click();
      await home.waitForTimeout(1500);
      await listen(home);
      await throttle(cdp, 4, false);
      const measured = async (what: string, keys: string[]) => {
        // The first keys warm up.
        await press(home, keys.slice(0, 3));
        const times = await press(home, keys);
        tell(`${name}: ${what}, median, ms`, median(times));
        tell(`${name}: ${what}, INP, ms`, worst(times));
        await throttle(cdp, 1, false);
        const { TaskDuration: before } = await ticks();
        await press(home, keys.slice(0, 10));
        const { TaskDuration: after } = await ticks();
        // CPU time per key, unthrottled, including later frames; other work on the machine does not count.
        tell(`${name}: ${what}, processor a key, ms`, ((after - before) * 1000) / Math.min(keys.length, 10));
        await throttle(cdp, 4, false);
      };
      await measured(
        'digit',
        Array.from({ length: 30 }, (_, index) => (index % 2 ? 'Backspace' : String((index % 9) + 1))),
      );
      await measured('down, through the sheet', Array<string>(30).fill('ArrowDown'));
      await measured('Tab', Array<string>(20).fill('Tab'));
      await figure.nth(4).click();
      await measured('line removed', Array<string>(10).fill('Control+Delete'));
      // Codes of existing lines: each scan adds a piece, which the sum below the lines shows.
      const sum = "document.querySelector('.line-sheet tfoot')?.textContent";
      const codes = (await home.locator('.line-sheet tbody tr[aria-rowindex]').allInnerTexts()).flatMap(
        (text) => /\b\d{8,14}\b/.exec(text) ?? [],
      );
      const scans: number[] = [];
      for (const code of codes.slice(0, 10)) {
        await home.locator('.variant-scanner input').focus();
        scans.push(await fromEnter(home, code, `${sum} !== ${JSON.stringify(await home.evaluate(sum))}`));
      }
      // An order shows no barcodes.
      if (scans.length > 0) {
        tell(`${name}: scan to line, median of ${scans.length}, ms`, median(scans));
        tell(`${name}: scan to line, worst, ms`, worst(scans));
      }
      await throttle(cdp, 1, false);
      home.once('dialog', (dialog) => void dialog.accept());
    }
  },
  counter: () => counter(home, fixtures, tell),
  labels: () => labels(home, new URL(stack.url).origin, fixtures, tell),
  export: async () => {
    await customers(stack, 100_000);
    await home.goto('/contacts/customers');
    await home.locator(rows).first().waitFor();
    await home.evaluate(() =>
      new PerformanceObserver((list) =>
        list.getEntries().forEach(({ duration }) => performance.measure('long', { start: 0, duration })),
      ).observe({ type: 'longtask' }),
    );
    let parts = 0;
    home.on('request', (request) => void (parts += Number(/\/customers\?.*limit=5000/.test(request.url()))));
    for (const [format, item] of [
      ['CSV', 1],
      ['workbook', 0],
    ] as const) {
      await home.getByRole('button', { name: 'Export', exact: true }).click();
      // Waits for the menu, so that it is not measured.
      await home.waitForTimeout(1000);
      await home.evaluate(() => performance.clearMeasures('long'));
      parts = 0;
      const saved = home.waitForEvent('download', { timeout: 300_000 });
      const start = performance.now();
      await home.getByRole('menuitem').nth(item).click();
      await saved;
      tell(`export: 100,000 customers as ${format}, ms`, performance.now() - start);
      tell(`export: 100,000 customers as ${format}, requests for rows`, parts);
      tell(
        `export: 100,000 customers as ${format}, longest task of the page, ms (below 50 it counts as 0)`,
        await home.evaluate(() => Math.max(0, ...performance.getEntriesByName('long').map(({ duration }) => duration))),
      );
    }
  },
  memory: async () => {
    const cdp = await first.newCDPSession(home);
    const paths = [
      '/dashboard',
      list,
      '/inventory/product/add',
      '/inventory/stock',
      '/inventory/stock/add',
      '/inventory/counts',
      '/inventory/stockpoints/transactions',
      '/inventory/stockpoints/transactions/add',
      `/inventory/transactions/view/${fixtures.transfer}`,
      `/inventory/transactions/edit/${fixtures.transfer}`,
      '/purchase',
      '/purchase/add',
      `/purchase/orders/${fixtures.order}`,
      `/purchase/edit/${fixtures.order}`,
      '/imports',
      '/contacts/customers',
      '/contacts/suppliers',
      '/inventory/brands',
      '/inventory/categories',
      '/settings/business',
    ];
    await home.goto('/dashboard');
    for (const round of [1, 2, 3, 4, 5]) {
      for (const path of paths) {
        // Navigates within the app, since a page load would free all memory.
        await home.evaluate((to) => {
          history.pushState({}, '', to);
          dispatchEvent(new PopStateEvent('popstate', { state: {} }));
        }, path);
        await home.waitForTimeout(900);
      }
      // One collection may leave objects that only the next one frees.
      for (let times = 0; times < 3; times++) await cdp.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
      tell(`memory: after round ${round}, nodes, including those of pages left behind`, nodes);
      tell(`memory: after round ${round}, listeners`, jsEventListeners);
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      tell(`memory: after round ${round} of ${paths.length} pages, MB`, usedSize / 1024 / 1024);
    }
  },
};

console.log(
  `load before: ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
try {
  if (!'weight'.includes(values.only)) await signIn(home);
  for (const [name, measure] of Object.entries(parts)) if (name.includes(values.only)) await measure();
} finally {
  console.log(
    `load after: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  );
  await browser.close();
  await own?.stop();
}
if (values.out) writeFileSync(values.out, `${JSON.stringify({ at: new Date().toISOString(), load: loadavg(), figures }, null, 2)}\n`);
