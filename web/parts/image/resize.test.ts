import { expect, it } from 'vitest';
import { fitInside } from './resize.ts';
import { thumbPath } from './picture-path.ts';

it('fits a picture into the box, keeps its proportions and never enlarges it', () => {
  expect(fitInside(4000, 3000, 1280)).toEqual({ width: 1280, height: 960 });
  expect(fitInside(3000, 4000, 1280)).toEqual({ width: 960, height: 1280 });
  expect(fitInside(100, 50, 1280)).toEqual({ width: 100, height: 50 });
  expect(fitInside(5000, 1, 1280)).toEqual({ width: 1280, height: 1 });
});

it('names the thumbnail after the full picture', () => {
  expect(thumbPath('products/p/u.webp')).toBe('products/p/u.thumb.webp');
});
