import { expect, it } from 'vitest';
import { backAfter, isMany, maxOf } from './many.ts';

it('more than six digits are many pieces, whichever way they go', () => {
  expect(['1000000', '-6221234567013', '999999.5'].map(isMany)).toEqual([true, true, true]);
  expect(['', '999999', '-999999', '62212345x'].map(isMany)).toEqual([false, false, false, false]);
});

it('of many quantities the largest is asked about', () => {
  expect(maxOf(['3', '-7000000', 'x', '6000000'])).toBe('-7000000');
  expect(maxOf(['3', '', '999999'])).toBeNull();
});

it('what was scanned meanwhile stays when a quantity is put back', () => {
  expect(backAfter('5', '6908172', '6908173')).toBe('6');
  expect(backAfter('', '6908172', '6908174')).toBe('2');
  // Put back, or drawn again as it is.
  expect(backAfter('5', '6908172', '5')).toBe('5');
  expect(backAfter('2000000', '6908172', '2000000')).toBe('2000000');
  expect(backAfter('5', '6908172', '6908172')).toBe('5');
  // What comes from elsewhere is what stands, unless it grew out of what is asked about.
  expect(backAfter('5', '12', '13')).toBe('13');
  expect(backAfter('5', '6908172', '8')).toBe('8');
});
