/* Measures labels through a print server of its own and a fake printer that reports when bytes arrive: the time to the first byte, the time
   to draw one label, and memory and long tasks while a thousand different ones are printed. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fakePrinter, type FakePrinter } from '../print-server/tests/fake-printer.ts';
import { scratch, until } from '../print-server/tests/machine.ts';
import { run, startServer } from '../print-server/tests/program.ts';
import { median, worst } from './client-keys.ts';
import type { Fixtures } from './client-fixtures.ts';
import { peakMemory } from './measure.ts';

const PRINTS = 20;
/** Fewer bytes than this are status queries, not a label. */
const STATUS = 200;
const patience = 300_000;

/** Times each label from loading its fonts to reading its image data, which the app does once per label. */
const timeDrawing = (page: Page) =>
  page.addInitScript(() => {
    const drawn: number[] = [];
    Object.assign(window, { drawn });
    let start = 0;
    const { load } = FontFaceSet.prototype;
    FontFaceSet.prototype.load = function timed(...asked) {
      if (asked[0].includes('Cairo')) start = performance.now();
      return load.apply(this, asked);
    };
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function timed(...asked) {
      const image = getImageData.apply(this, asked);
      drawn.push(performance.now() - start);
      return image;
    };
  });
const drawnSince = (page: Page) => page.evaluate(() => (window as unknown as { drawn: number[] }).drawn.splice(0));

/** The time, in milliseconds since the epoch, at which the next label's first byte arrives. */
async function nextLabel(printer: FakePrinter): Promise<number> {
  const before = printer.received;
  while (printer.received < before + STATUS) await new Promise((resolve) => setTimeout(resolve, 1));
  return Date.now();
}

/** Prints; ends when the button is enabled again. */
async function print(page: Page, printer: FakePrinter): Promise<{ left: number; ended: number }> {
  const button = page.locator('.label-bar .button.primary');
  await page.evaluate(() =>
    document.addEventListener('click', ({ timeStamp }) => Object.assign(window, { clicked: performance.timeOrigin + timeStamp }), {
      once: true,
      capture: true,
    }),
  );
  const [labels, first] = [printer.jobs.length, nextLabel(printer)];
  await button.click();
  const at = await first;
  await until(() => printer.jobs.length > labels, 'a job of labels', patience);
  await page.waitForFunction(() => document.querySelector('.label-bar .button.primary:not([aria-busy=true],[disabled])') !== null, null, {
    timeout: patience,
  });
  const clicked = await page.evaluate(() => (window as unknown as { clicked: number }).clicked);
  return { left: at - clicked, ended: Date.now() - clicked };
}

export async function labels(
  page: Page,
  origin: string,
  { transfer, barcodes }: Fixtures,
  tell: (name: string, figure: number) => void,
): Promise<void> {
  const { home, clear } = scratch();
  const printer = await fakePrinter('zpl');
  await run(['add', 'counter', '--data-dir', home, '--to', `127.0.0.1:${printer.port}`, '--dpi', '300', '--media', '50x30']);
  const server = await startServer(home, { args: ['--allow', origin] });
  await timeDrawing(page);
  const connect = async (path: string) => {
    await page.goto(path);
    await page.locator('.label-address input').nth(1).fill(String(server.port));
    await page.locator('.label-address button').click();
    await page.locator('.label-printer, .label-pair').first().waitFor();
  };
  try {
    await connect('/labels');
    await page.locator('.label-pair input').fill(/Type (\d{3} \d{3})/.exec(server.output)?.[1] ?? '');
    await page.locator('.label-pair button').click();
    await page.locator('.label-printer input:checked').waitFor();
    await page
      .locator('.scanner-field input')
      .first()
      .fill(barcodes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.locator('canvas.label-paper').waitFor();
    const left: number[] = [];
    for (let index = 0; index <= PRINTS; index++) left.push((await print(page, printer)).left);
    tell('labels: Print to the first byte at the printer, the first time, ms', left[0] ?? NaN);
    tell('labels: Print to the first byte at the printer, median, ms', median(left.slice(1)));
    tell(`labels: Print to the first byte at the printer, worst of ${PRINTS}, ms`, worst(left.slice(1)));

    await connect(`/labels?source=transfers&id=${transfer}`);
    await page.waitForFunction(() => document.querySelectorAll('[data-cell^="quantity:"]').length > 5);
    await page.locator('.label-printer input:checked').waitFor();
    await page.evaluate(() =>
      new PerformanceObserver((list) =>
        list.getEntries().forEach(({ duration }) => performance.measure('long', { start: 0, duration })),
      ).observe({ type: 'longtask' }),
    );
    // Waits until the thousand lines are rendered, so that this is not measured.
    await page.waitForTimeout(3000);
    await page.evaluate(() => performance.clearMeasures('long'));
    await drawnSince(page);
    const browser = await page.context().browser()?.newBrowserCDPSession();
    const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
    const held = (id: number) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024;
    tell(
      'labels: memory of the page before, MB',
      Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => held(id))),
    );
    const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => peakMemory(id));
    const served = peakMemory(server.pid);
    const { left: first, ended } = await print(page, printer);
    const times = await drawnSince(page);
    const sent = printer.labels.length - PRINTS - 1;
    tell('labels: of a thousand, Print to the first byte at the printer, ms', first);
    tell('labels: a thousand that differ, sent, of them', sent);
    tell('labels: a thousand that differ, Print to the end, ms', ended);
    tell('labels: one drawn, median, ms', median(times));
    tell('labels: one drawn, 98 of 100 within, ms', worst(times));
    tell(
      'labels: longest task of the page meanwhile, ms (below 50 it counts as 0)',
      await page.evaluate(() => Math.max(0, ...performance.getEntriesByName('long').map(({ duration }) => duration))),
    );
    tell('labels: most memory of the page meanwhile, MB', Math.max(...pages.map((most) => most())));
    tell('labels: most memory of the print server meanwhile, MB', served());
    tell(
      'labels: most memory of the print server, with shared memory, MB',
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024,
    );
  } finally {
    await server.stop('SIGTERM');
    await printer.down();
    clear();
  }
}
