/* From a key to the next frame: the browser's own event timing, as INP has it. */
import type { CDPSession, Page } from '@playwright/test';

interface Heard { name: string; duration: number }
interface Listening { heard: Heard[] }

export interface Press {
  key: string;
  /** Milliseconds until the frame that showed it. */
  ms: number;
  script: number;
  style: number;
  layout: number;
}

export async function listen(page: Page) {
  await page.evaluate(() => {
    const listening: Listening = { heard: [] };
    (globalThis as unknown as { bench: Listening }).bench = listening;
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) listening.heard.push({ name, duration });
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
}

const spent = async (cdp: CDPSession) => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
  return { script: of('ScriptDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') };
};

/** Presses one key after another as a quick typist does, and tells what each took. Below 16 ms the browser does not say: it counts as 16. */
export async function press(page: Page, cdp: CDPSession, keys: readonly string[], pause = 180): Promise<Press[]> {
  const presses: Press[] = [];
  for (const key of keys) {
    await page.evaluate(() => void ((globalThis as unknown as { bench: Listening }).bench.heard = []));
    const before = await spent(cdp);
    await page.keyboard.press(key);
    await page.waitForTimeout(pause);
    const after = await spent(cdp);
    const heard = await page.evaluate(() => (globalThis as unknown as { bench: Listening }).bench.heard);
    const ms = Math.max(16, ...heard.filter(({ name }) => /^key|^input|^beforeinput/.test(name)).map(({ duration }) => duration));
    presses.push({ key, ms, script: after.script - before.script, style: after.style - before.style, layout: after.layout - before.layout });
  }
  return presses;
}

export const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
/** INP leaves one in fifty out; below fifty it is the worst. */
export const worst = (times: readonly number[]): number => [...times].sort((a, b) => b - a)[Math.floor(times.length / 50)] ?? NaN;
