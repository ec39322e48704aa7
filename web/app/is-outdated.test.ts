import { expect, it } from 'vitest';
import { isOutdated } from './is-outdated.ts';

it.each([
  ['Chromium', new TypeError('Failed to fetch dynamically imported module: https://shop.example/assets/a.js')],
  ['Firefox', new TypeError('error loading dynamically imported module: https://shop.example/assets/a.js')],
  ['WebKit', new TypeError('Importing a module script failed.')],
  ['WebKit, with a page in place of the module', new TypeError("'text/html' is not a valid JavaScript MIME type.")],
  ['Vite, for styles', new Error('Unable to preload CSS for /assets/a.css')],
])('offers a reload if files are missing after a deployment: %s', (_engine, error) => expect(isOutdated(error)).toBe(true));

it('does not take other errors for an outdated page', () => {
  for (const error of [new TypeError('Load failed'), new TypeError('x is undefined'), new Error('No texts: 404'), 'module', null])
    expect(isOutdated(error)).toBe(false);
});
