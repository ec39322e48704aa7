import { expect, it } from 'vitest';
import { addUp } from './pieces.ts';

it('adds quantities exactly, including negative ones', () => {
  expect(addUp([])).toBe(0);
  expect(addUp([0.1, 0.2])).toBe(0.3);
  expect(addUp([3, -1.1, -1.9])).toBe(0);
  expect(addUp(new Set([1_000_000_000, 0.001, -2.345]))).toBe(999_999_997.656);
  expect(addUp(Array.from({ length: 50_000 }, () => 0.001))).toBe(50);
});
