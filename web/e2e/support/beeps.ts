/* The sounds that a scan plays. */
import type { Page } from '@playwright/test';

export const right = [1320];
export const wrong = [220, 165];

interface Listening {
  heard: number[];
}

/** Records the sounds from here on; call it before the page opens. */
export async function listen(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const heard: number[] = ((window as unknown as Listening).heard = []);
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      heard.push(this.frequency.value);
      start.apply(this, when);
    };
  });
  return () => page.evaluate(() => (window as unknown as Listening).heard.splice(0));
}
