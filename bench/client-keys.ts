/* Measures from a key to the next frame with the browser's event timing, as INP does. */
import type { Page } from '@playwright/test';

interface Listening {
  longest: number;
}
declare const bench: Listening;

export async function listen(page: Page) {
  await page.evaluate(() => {
    const listening: Listening = { longest: 0 };
    Object.assign(globalThis, { bench: listening });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (/^(key|input|beforeinput)/.test(name)) listening.longest = Math.max(listening.longest, duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Presses keys at the pace of a fast typist; returns milliseconds to each frame, at least 16, since the browser reports no less. */
export async function press(page: Page, keys: readonly string[], pause = 180): Promise<number[]> {
  const times: number[] = [];
  for (const key of keys) {
    await page.evaluate(() => void (bench.longest = 0));
    await page.keyboard.press(key);
    await page.waitForTimeout(pause);
    // On a busy machine the frame may be late.
    await page.waitForFunction(() => bench.longest > 0, null, { timeout: 600, polling: 50 }).catch(() => undefined);
    times.push(Math.max(16, await page.evaluate(() => bench.longest)));
  }
  return times;
}

export const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
/** Like INP, ignores one in fifty of the worst; below fifty it is the worst. */
export const worst = (times: readonly number[]): number => [...times].sort((a, b) => b - a)[Math.floor(times.length / 50)] ?? NaN;
