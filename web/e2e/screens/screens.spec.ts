import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { addresses } from '../support/addresses.ts';
import { type Language, prefer, signIn, type Theme } from '../support/stack.ts';

const folder = fileURLToPath(new URL('../../../screens', import.meta.url));
mkdirSync(folder, { recursive: true });
const only = process.env.ONLY?.split(',');

for (const language of ['en', 'ar'] as Language[]) {
  for (const theme of ['light', 'dark'] as Theme[]) {
    for (const width of [1440, 390]) {
      test(`${language} ${theme} ${width}`, async ({ page, browser }) => {
        test.setTimeout(600_000);
        const look = `${language}-${theme}-${width}`;
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await prefer(page, language, theme);
        const shoot = async (name: string) => {
          if (only && !only.some((start) => name.startsWith(start))) return;
          await page.waitForLoadState('networkidle');
          await page.evaluate(() => document.fonts.ready);
          await page.screenshot({ path: join(folder, `${name}-${look}.png`) });
        };
        await page.goto('/login');
        await expect(page.locator('h1')).toHaveCount(1);
        await shoot('login');
        await signIn(page, 'Owner');
        for (const { name, path } of await addresses()) {
          if (only && !only.some((start) => name.startsWith(start))) continue;
          await page.goto(path);
          await expect(page.locator('h1')).toHaveCount(1);
          await shoot(name);
        }

        const taken = readdirSync(folder).filter((file) => file.endsWith(`-${look}.png`));
        const sheet = await browser.newPage({ viewport: { width: 1600, height: 900 } });
        const cell = width === 390 ? 190 : 390;
        await sheet.goto(pathToFileURL(folder).href);
        await sheet.setContent(
          `<body style="margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif;background:#888">${taken
            .map(
              (file) =>
                `<figure style="margin:0;inline-size:${cell}px"><img style="inline-size:100%" src="${pathToFileURL(join(folder, file)).href}"><figcaption>${file}</figcaption></figure>`,
            )
            .join('')}</body>`,
        );
        await sheet.waitForLoadState('load');
        await sheet.screenshot({ path: join(folder, `sheet-${look}.png`), fullPage: true });
        await sheet.close();
      });
    }
  }
}
