import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('web/**/*.{css,tsx,ts,html}').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
/** Custom properties that libraries set on their elements. */
const ofLibraries = /^--(button|input)-width$/;

/* The browser silently ignores a declaration with an undefined variable, so a renamed token would go unnoticed. */
test('defines every custom property that is used', () => {
  const set = new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/(--[a-z][\w-]*)['"]?\s*:|setProperty\('(--[\w-]+)'/g)].map((found) => found[1] ?? found[2]),
    ),
  );
  const unset = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:var\(|\(|:)(--[a-z][\w-]*)/g)]
      .map((found) => found[1] ?? '')
      .filter((name) => !set.has(name) && !ofLibraries.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unset).toEqual([]);
});
