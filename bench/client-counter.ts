/* Measures the counter with the maximum of variants that it keeps: opening, from a scan to its line, from a word to its results, from Pay
   to the next sale, and memory. */
import type { Page } from '@playwright/test';
import type { Fixtures } from './client-fixtures.ts';
import { median, worst } from './client-keys.ts';

const PRODUCTS = 25_000;
const SCANS = 30;
const SALES = 20;
const codeOf = (n: number) => `29${String(n).padStart(11, '0')}`;

/** Adds products of two variants each to the counter's IndexedDB directly, in addition to those of the demo. */
const fill = (page: Page) =>
  page.evaluate(
    (products) =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open('goods');
        opening.onsuccess = () => {
          const writing = opening.result.transaction('goods', 'readwrite');
          const code = (n: number) => `29${String(n).padStart(11, '0')}`;
          for (let n = 0; n < products; n++) {
            writing.objectStore('goods').put({
              id: `0bec0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
              name: `Bench linen shirt ${n}`,
              name_ar: `قميص كتان ${n}`,
              designer_id: `D-${n}`,
              price: 100 + (n % 900),
              max_discount: 10,
              variants: [0, 1].map((at) => ({
                id: `0bec0001-0000-7000-8000-${String(2 * n + at).padStart(12, '0')}`,
                sku: `B${2 * n + at}`,
                barcode: code(2 * n + at),
              })),
            });
          }
          writing.oncomplete = () => {
            opening.result.close();
            done();
          };
          writing.onerror = () => failed(writing.error);
        };
      }),
    PRODUCTS,
  );

/** Types a text and Enter; returns the milliseconds from Enter to the frame in which a condition holds. */
export async function fromEnter(page: Page, before: string, stands: string): Promise<number> {
  await page.evaluate((condition) => {
    const holds = new Function(`return ${condition}`) as () => boolean;
    Object.assign(window, {
      benched: new Promise<number>((done) =>
        window.addEventListener(
          'keydown',
          function began({ key }) {
            if (key !== 'Enter') return;
            window.removeEventListener('keydown', began, true);
            const start = performance.now();
            const look = () => (holds() ? done(performance.now() - start) : requestAnimationFrame(look));
            look();
          },
          true,
        ),
      ),
    });
  }, stands);
  await page.keyboard.type(before);
  await page.keyboard.press('Enter');
  return page.evaluate(() => (window as unknown as { benched: Promise<number> }).benched);
}

/** The sum below the lines, which counts all of them; only visible lines are rendered. */
const SUM = "document.querySelector('.counter-lines tfoot')?.textContent";
/** Milliseconds from a scanner's Enter to the frame that shows the line. */
const scan = async (page: Page, code: string) => fromEnter(page, code, `${SUM} !== ${JSON.stringify(await page.evaluate(SUM))}`);

/** Pays with Enter in the first amount. */
async function pay(page: Page, stands: string): Promise<number> {
  await page.keyboard.press('F9');
  await page.waitForFunction(() => document.activeElement?.closest('[role=group]'));
  return fromEnter(page, '', stands);
}

/** The number of variants stored on the device; null until all of them are loaded. */
const goodsKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number | null>((answer) => {
        const opening = indexedDB.open('goods');
        opening.onsuccess = () => {
          const reading = opening.result.transaction(['kept', 'goods']);
          const kept = reading.objectStore('kept').get('kept');
          const goods = reading.objectStore('goods').getAll();
          reading.oncomplete = () => {
            opening.result.close();
            const all = goods.result as { variants: unknown[] }[];
            answer(
              (kept.result as { before: unknown } | undefined)?.before === null
                ? all.reduce((sum, { variants }) => sum + variants.length, 0)
                : null,
            );
          };
        };
      }),
  );

export async function counter(page: Page, { branch, barcodes }: Fixtures, tell: (name: string, figure: number) => void): Promise<void> {
  const path = `/accounting/sales/add?branch=${branch}&till=${Math.random().toString(36).slice(2, 8).toUpperCase()}`;
  await page.goto(path);
  // The opening balance is asked for once; it is prefilled if the last shift left cash in the drawer.
  const drawer = page.getByRole('dialog').locator('input[inputmode=decimal]');
  await drawer.waitFor();
  if ((await drawer.inputValue()) === '') await drawer.fill('0');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const filling = Date.now();
  let variants = await goodsKept(page);
  for (; variants === null; variants = await goodsKept(page)) await page.waitForTimeout(200);
  tell('counter: variants to load', variants);
  tell('counter: until all of them are stored, s', (Date.now() - filling) / 1000);
  await page.waitForLoadState('networkidle');
  await fill(page);
  const opened: number[] = [];
  for (let run = 0; run < 5; run++) {
    await page.goto(path);
    await page.locator('.counter-head').waitFor();
    opened.push(await page.evaluate(() => performance.now()));
  }
  tell('counter: opened with 50,000 variants kept, ms', median(opened));
  // Opened from the home screen while offline.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.context().setOffline(true);
  const alone: number[] = [];
  for (let run = 0; run < 5; run++) {
    await page.goto(path);
    await page.locator('.counter-head').waitFor();
    alone.push(await page.evaluate(() => performance.now()));
  }
  tell('counter: opened offline, ms', median(alone));
  const offline: number[] = [];
  for (let index = 0; index < SCANS; index++) offline.push(await scan(page, codeOf(Math.floor((index * 2 * PRODUCTS) / SCANS) + 1)));
  tell('counter: scan to line offline, median, ms', median(offline));
  tell('counter: scan to line offline, worst of 30, ms', worst(offline));
  await page.context().setOffline(false);
  await page.goto(path);
  await page.locator('.counter-head').waitFor();
  for (let left = page.getByRole('button', { name: /^Remove/ }); (await left.count()) > 0; ) await left.first().click();
  // Measured before the added products are scanned, which the database does not have.
  const figures = {
    'the next sale': `document.querySelector('.counter-finished') && ${SUM} === undefined`,
    'its number': "document.querySelector('.counter-finished .positive')",
  };
  for (const [what, stands] of Object.entries(figures)) {
    const paid: number[] = [];
    for (const code of barcodes.splice(0, SALES)) {
      await scan(page, code);
      paid.push(await pay(page, stands));
      await page.locator('.counter-finished .positive').waitFor();
    }
    tell(`counter: Pay to ${what}, median, ms`, median(paid));
    tell(`counter: Pay to ${what}, worst of ${SALES}, ms`, worst(paid));
  }
  const scans: number[] = [];
  for (let index = 0; index < SCANS; index++) scans.push(await scan(page, codeOf(Math.floor((index * 2 * PRODUCTS) / SCANS))));
  tell('counter: scan to line, median, ms', median(scans));
  tell('counter: scan to line, worst of 30, ms', worst(scans));
  const words: number[] = [];
  for (const word of ['shirt 24999', 'كتان 17', 'linen 4242', 'D-123', 'shirt 1']) {
    words.push(
      await page.evaluate(async (typed) => {
        document.querySelector<HTMLInputElement>('.scanner-field input')?.focus();
        const start = performance.now();
        document.execCommand('insertText', false, typed);
        const took = await new Promise<number>((done) => {
          const look = () => (document.querySelector('.scanner-list li') ? done(performance.now() - start) : requestAnimationFrame(look));
          look();
        });
        document.execCommand('selectAll');
        document.execCommand('delete');
        return took;
      }, word),
    );
    await page.waitForTimeout(200);
  }
  tell('counter: words to found, the first, ms', words[0] ?? NaN);
  tell('counter: words to found, median, ms', median(words));
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  tell('counter: heap with 50,000 variants, MB', usedSize / 1024 / 1024);
}
