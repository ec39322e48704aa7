import { expect, it } from 'vitest';
import { backAfter, isMany, maxOf } from './many.ts';

it('quantities of more than six digits are unusually large, also negative ones', () => {
  expect(['1000000', '-6221234567013', '999999.5'].map(isMany)).toEqual([true, true, true]);
  expect(['', '999999', '-999999', '62212345x'].map(isMany)).toEqual([false, false, false, false]);
});

it('the largest of several quantities is asked about', () => {
  expect(maxOf(['3', '-7000000', 'x', '6000000'])).toBe('-7000000');
  expect(maxOf(['3', '', '999999'])).toBeNull();
});

it('pieces scanned in the meantime are kept when a quantity is reset', () => {
  expect(backAfter('5', '6908172', '6908173')).toBe('6');
  expect(backAfter('', '6908172', '6908174')).toBe('2');
  // Reset, or rendered again unchanged.
  expect(backAfter('5', '6908172', '5')).toBe('5');
  expect(backAfter('2000000', '6908172', '2000000')).toBe('2000000');
  expect(backAfter('5', '6908172', '6908172')).toBe('5');
  // A value from elsewhere is kept, unless it grew out of the questioned quantity.
  expect(backAfter('5', '12', '13')).toBe('13');
  expect(backAfter('5', '6908172', '8')).toBe('8');
});
