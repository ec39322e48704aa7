import { expect, type Page, type Request } from '@playwright/test';

const mark = '/is-intercepted';

/**
 * `page.route`, in force when it answers: Chromium hands a page's requests to the test a moment after it is asked to, and a busy
 * machine makes that moment long enough for a request to pass by.
 */
export async function intercept(page: Page, ...asked: Parameters<Page['route']>): Promise<void> {
  await page.route(...asked);
  if (page.url() === 'about:blank') return;
  await page.route(`**${mark}`, (route) => route.fulfill({ body: mark }));
  await expect.poll(() => page.evaluate(async (path) => (await fetch(path)).text(), mark)).toBe(mark);
  await page.unroute(`**${mark}`);
}

/** The next POST there arrives and is done, and its answer is lost; the ones after it go through. Answers what they all said. */
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

/** What is asked there waits until it is let go. */
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
