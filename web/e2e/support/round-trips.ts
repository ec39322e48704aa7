/* Records the API requests of a page in round trips: no request is answered until the page has sent all that it can. */
import type { Page, Request, Route } from '@playwright/test';

/** All requests except those for the current user and the presence report of the timer. */
const api = /\/rest\/v1\/(?!rpc\/(?:me|report_presence)$)/;

/** The next page of a list, which is prefetched. */
const isNextPage = (request: Request) => /"page_offset":[1-9]/.test(request.postData() ?? '');

/** The requests of each round trip by name, in alphabetical order. */
export async function roundTrips(page: Page, address: string): Promise<string[][]> {
  const trips: string[][] = [];
  let held: Route[] = [];
  const loading = new Set<Request>();
  const begins = (request: Request) => void (api.test(request.url()) || loading.add(request));
  const ends = (request: Request) => void loading.delete(request);
  page.on('request', begins).on('requestfinished', ends).on('requestfailed', ends);
  await page.route(api, (route) => (isNextPage(route.request()) ? route.continue() : void held.push(route)));
  await page.goto(address);
  await page.locator('main h1').first().waitFor();
  // The page is loaded, idle, and no longer waits for rows.
  const settled = async () => {
    for (let before = -1; held.length > before || loading.size > 0; ) {
      before = held.length;
      await page.evaluate(() => new Promise((done) => setTimeout(() => requestIdleCallback(done), 300)));
    }
  };
  for (await settled(); held.length > 0; await settled()) {
    const asked = held;
    held = [];
    trips.push(asked.map((route) => new URL(route.request().url()).pathname.replace(/^\/rest\/v1\/(rpc\/)?/, '')).sort());
    await Promise.all(asked.map(async (route) => route.fulfill({ response: await route.fetch() })));
  }
  await page.unroute(api);
  page.off('request', begins).off('requestfinished', ends).off('requestfailed', ends);
  return trips;
}
