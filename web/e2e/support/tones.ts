/* What a scan came to, as it is heard. */
import type { Page } from '@playwright/test';

export const right = [1320];
export const wrong = [220, 165];

interface Listening {
  heard: number[];
}

/** From here on; before the page is opened. */
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
