import { expect, type Page, type Request } from '@playwright/test';

const mark = '/is-intercepted';

/**
 * `page.route`, but in effect when it returns: Chromium starts to intercept a little later, and on a busy machine requests could pass
 * in between.
 */
export async function intercept(page: Page, ...asked: Parameters<Page['route']>): Promise<void> {
  await page.route(...asked);
  if (page.url() === 'about:blank') return;
  await page.route(`**${mark}`, (route) => route.fulfill({ body: mark }));
  await expect.poll(() => page.evaluate(async (path) => (await fetch(path)).text(), mark)).toBe(mark);
  await page.unroute(`**${mark}`);
}

/** The next POST is processed but its response is lost; later ones pass. Returns the bodies of all. */
export async function loseAnswer<Sent = unknown>(page: Page, url: string): Promise<{ sent: Sent[] }> {
  const sent: Sent[] = [];
  await intercept(page, url, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().postDataJSON() as Sent);
    if (sent.length > 1) return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return { sent };
}

/** Requests to this address wait until they are released. */
export async function hold(page: Page, url: string): Promise<{ asked: Promise<Request>; letGo: () => void }> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const asked = new Promise<Request>((resolve) => {
    void page.waitForRequest(url, { timeout: 0 }).then(resolve, () => undefined);
  });
  await intercept(page, url, async (route) => {
    await gone;
    await route.fallback();
  });
  return { asked, letGo };
}
