import { expect, it } from 'vitest';
import { axesOf } from './variant-axes.ts';

const variant = (color: string | null, size: string | null, size_position: number | null = null) => ({ color, size, size_position });

it('sorts colours by name and sizes by position, and puts variants without one first', () => {
  const { colors, sizes, at } = axesOf([
    variant('Navy', 'XL', 40),
    variant('black', 'S', 10),
    variant('Navy', 'B', 20),
    variant('Ivory', 'A', 20),
    variant(null, null),
  ]);
  expect(colors.map(({ color }) => color)).toEqual([null, 'black', 'Ivory', 'Navy']);
  expect(sizes.map(({ size }) => size)).toEqual([null, 'S', 'A', 'B', 'XL']);
  expect(at({ row: 3, column: 4 })).toEqual(variant('Navy', 'XL', 40));
  expect(at({ row: 1, column: 4 })).toBeUndefined();
});
