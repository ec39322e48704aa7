/* Every address: one h1, a title, the right direction, no console errors, no failed requests,
no raw keys, no horizontal scrolling (wide and narrow), no axe violations. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { matchPath } from 'react-router-dom';
import { routeFiles } from '../../build/route-files.ts';
import { addresses } from './support/addresses.ts';
import { axeViolations } from './support/axe.ts';
import { watchRequests } from './support/network-idle.ts';
import { type Language, prefer, signIn, type Theme } from './support/stack.ts';
import { test } from './support/test.ts';

/* Each address is checked once, with languages and themes in rotation. */
const looks: { language: Language; theme: Theme }[] = (['light', 'dark'] as const).flatMap(
  (theme) =>
    [
      { language: 'en', theme },
      { language: 'ar', theme },
    ] as const,
);

test.describe.configure({ mode: 'parallel' });

/** Finds document numbers broken at their hyphens, and texts that are clipped or overflow their box, unless it scrolls or is for screen readers only.
 * With onlyCodes it checks document numbers and barcodes only. */
function cutTexts(onlyCodes: boolean): string[] {
  const cut = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const number = /[A-Z]{2}(?:-[A-Z0-9]+){1,2}-\d{4}-\d+/.exec(node.textContent ?? '');
    if (number && !node.parentElement?.closest('.sr-only')) {
      const part = document.createRange();
      part.setStart(node, number.index);
      part.setEnd(node, number.index + number[0].length);
      if (part.getClientRects().length > 1) cut.add(`${number[0]} is broken`);
    }
    // Names in rows and branch names may exceed their column, and other tests create such names.
    const free = onlyCodes || node.parentElement?.closest('.list :is(tbody,th.card-low), .lines th');
    if (!text || (free && !/^[A-Z]{2}(?:-[A-Z0-9]+){1,2}-\d{4}-\d+$|^[A-Z]{2}-\d+$|^\d{8,14}$/.test(text))) continue;
    if (node.parentElement?.closest('option,[aria-hidden=true],[hidden]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, left, right } = range.getBoundingClientRect();
    for (let box = node.parentElement; width > 0 && box; box = box.parentElement) {
      const { overflowX, display, clipPath } = getComputedStyle(box);
      if (['inline', 'contents'].includes(display)) continue;
      // The second condition: text for screen readers only.
      if (['auto', 'scroll'].includes(overflowX) || clipPath === 'inset(50%)') break;
      const edge = box.getBoundingClientRect();
      if (right <= edge.right + 1 && left >= edge.left - 1) continue;
      if (onlyCodes && overflowX === 'visible') continue;
      cut.add(`${text} in ${box.className}`);
      break;
    }
  }
  return [...cut];
}

test('covers every route', async () => {
  const web = join(import.meta.dirname, '..');
  const looked = (await addresses()).map(({ path }) => path.split('?')[0]!);
  const routes = (await routeFiles(web, [{ find: /^@\//, replacement: `${web}/` }])).map(([address]) => address);
  expect(routes.length).toBeGreaterThan(50);
  expect(routes.filter((route) => !looked.some((path) => matchPath(route, path)))).toEqual([]);
});

for (const [turn, { language, theme }] of looks.entries()) {
  test(`addresses ${turn + 1}, +4, … pass all checks in ${language}, ${theme}`, async ({ page }) => {
    test.setTimeout(600_000);
    await prefer(page, language, theme);
    const heard: string[] = [];
    page.on('console', (message) => message.type() === 'error' && heard.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
    page.on('response', (answer) => answer.status() >= 400 && heard.push(`${answer.status()} ${answer.url()}`));
    const networkIdle = watchRequests(page);
    await signIn(page, 'Owner');

    for (const { name, path } of (await addresses()).filter((_, index) => index % looks.length === turn)) {
      await test.step(`${name} ${path}`, async () => {
        heard.length = 0;
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(path);
        await expect(page.locator('h1'), name).toHaveCount(1);
        await networkIdle();
        const seen = await page.evaluate(() => ({
          title: document.title,
          direction: document.documentElement.dir,
          language: document.documentElement.lang,
          theme: document.documentElement.dataset.theme,
          keys: document.body.innerText.replace(/\S+@\S+/g, '').match(/\b[a-z]+(?:\.[a-z][A-Za-z_]+)+\b/g) ?? [],
        }));
        expect.soft(seen.title.trim().length, `${name} has a title`).toBeGreaterThan(3);
        expect.soft(seen, name).toMatchObject({ direction: language === 'ar' ? 'rtl' : 'ltr', language, theme });
        // File names and email or web addresses look like keys; nothing else may.
        expect
          .soft(
            seen.keys.filter((key) => !/\.(example|com|csv|xlsx|xls|pdf)$/.test(key)),
            `${name} shows raw keys`,
          )
          .toEqual([]);
        expect.soft(await axeViolations(page), `${name} axe`).toEqual([]);
        for (const width of [1440, 1100, 900, 390, 360]) {
          await page.setViewportSize({ width, height: 844 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect.soft(over, `${name} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
          expect.soft(await page.evaluate(cutTexts, ![900, 390].includes(width)), `${name} cuts texts at ${width}`).toEqual([]);
        }
        expect.soft(heard, `${name} has no errors`).toEqual([]);
      });
    }
  });
}
