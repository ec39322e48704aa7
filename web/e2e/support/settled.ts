/* When a page has all that it asks for. */
import { expect, type Page, type Request } from '@playwright/test';

/** Counts what a page asks for from here on; what it answers waits until nothing is asked for and nothing on the page says that it is busy. */
export function watchRequests(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  const quiet = async () => {
    expect([...asked].map((request) => request.url())).toEqual([]);
    expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  };
  return () =>
    expect(async () => {
      await quiet();
      // An answer is drawn, and what is drawn may ask for more.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))));
      await quiet();
    }).toPass();
}
