/* Checks in every browser test that the page does not violate its content security policy. */
import { expect, test as base } from '@playwright/test';

export const test = base.extend<{ policy: void }>({
  policy: [
    async ({ context }, use) => {
      const broken: string[] = [];
      // The browser reports violations of pages and workers on the console.
      context.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) broken.push(message.text());
      });
      await use();
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
});
