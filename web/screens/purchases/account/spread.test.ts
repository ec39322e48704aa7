import { expect, it } from 'vitest';
import { spreadOf } from './spread.ts';

const orders = [
  { id: 'old', remaining: 100.1 },
  { id: 'new', remaining: 50 },
];
it('pays the oldest order first', () => {
  expect([...spreadOf('120.2', orders).values()]).toEqual(['100.1', '20.1']);
  expect([...spreadOf('30', orders).values()]).toEqual(['30', '0']);
  expect([...spreadOf('x', orders).values()]).toEqual(['0', '0']);
});
