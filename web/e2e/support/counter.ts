/* Opens a counter that is ready to sell offline. */
import { expect, type Page } from '@playwright/test';
import type { FlakyNetwork } from './flaky-network.ts';
import { giveCredentials, type Branch, type Person } from './fixtures.ts';
import { openOwnDrawer } from './shifts.ts';
import { prefer, type Language } from './stack.ts';

export async function openCounter(page: Page, line: FlakyNetwork, person: Person, branch: Branch, language: Language = 'en', till = 'K1') {
  await prefer(page, language);
  await page.goto(`${line.url}/login`);
  await giveCredentials(page, person, language);
  await page.waitForURL('**/dashboard');
  await page.goto(`${line.url}/accounting/sales/add?branch=${branch.id}&till=${till}`);
  await expect(page.locator('.counter-place')).toContainText(till);
  await openOwnDrawer(page, language);
  // What it needs offline is cached: its files and its goods.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const [name] = (await caches.keys()).filter((one) => one.startsWith('counter-'));
          return name ? (await (await caches.open(name)).keys()).length : 0;
        }),
      { timeout: 30_000 },
    )
    .toBeGreaterThan(20);
  await expect
    .poll(
      () =>
        page.evaluate(
          () =>
            new Promise<boolean>((answer) => {
              const asked = indexedDB.open('goods');
              asked.onsuccess = () => {
                const kept = asked.result.transaction('kept').objectStore('kept').get('kept');
                kept.onsuccess = () => {
                  asked.result.close();
                  answer((kept.result as { before: unknown } | undefined)?.before === null);
                };
              };
            }),
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
}
