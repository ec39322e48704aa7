import { expect, it } from 'vitest';
import { temporaryPassword } from './temporary-password.ts';

it('generates unique passwords in three groups, from letters that are not mistaken for others', () => {
  const made = Array.from({ length: 500 }, temporaryPassword);
  expect(new Set(made).size).toBe(500);
  for (const one of made) expect(one).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/);
  const counts = new Map<string, number>();
  for (const letter of made.join('').replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  // 6,000 letters over an alphabet of 31 are 194 each on average.
  expect(counts.size).toBe(31);
  for (const count of counts.values()) expect(count).toBeGreaterThan(120);
});
