import { expect, it } from 'vitest';
import { heightOf, topOf } from './scale.ts';

it('ends a scale at a round number above all values', () => {
  expect([[], [0], [7], [61_000], [1000], [1001], [-5, 3]].map(topOf)).toEqual([1, 1, 8, 80_000, 1000, 2000, 4]);
});

it('gives a bar its share of the scale, and zero for negative values', () => {
  expect([heightOf(20, 80), heightOf(-5, 80), heightOf(80, 80)]).toEqual(['25.00%', '0.00%', '100.00%']);
});
