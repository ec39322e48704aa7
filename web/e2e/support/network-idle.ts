/* Waits until a page has finished loading. */
import { expect, type Page, type Request } from '@playwright/test';

/** Tracks the requests of a page. The returned function waits until none is pending and nothing on the page is busy. */
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
      // Drawing a response can cause further requests.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))));
      await quiet();
    }).toPass();
}
