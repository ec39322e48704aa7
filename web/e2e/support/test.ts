/* What every browser test is held to beside its own sentences: the page does nothing that its content security policy forbids. */
import { expect, test as base } from '@playwright/test';

export const test = base.extend<{ policy: void }>({
  policy: [
    async ({ context }, use) => {
      const broken: string[] = [];
      // The browser tells every page and worker of a violation on its console.
      context.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) broken.push(message.text());
      });
      await use();
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
});
