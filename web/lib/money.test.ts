import { expect, it } from 'vitest';
import { add, changeBy, compare, lineTotal, margin, round, subtract } from './money.ts';

it('adds what floating point cannot', () => expect(add('0.1', '0.2', 1.15)).toBe('1.45'));
it('subtracts exactly', () => expect(subtract('1.10', '0.99')).toBe('0.11'));
it('rounds half up, away from zero, like SQL', () => {
  expect(round('1.005', 2)).toBe('1.01');
  expect(round('-1.005', 2)).toBe('-1.01');
  expect(round('2.5', 0)).toBe('3');
});
it('totals a line to the currency', () => {
  expect(lineTotal('3', '0.335', 2)).toBe('1.01');
  expect(lineTotal('2', '10', 3, '0.5')).toBe('19.500');
});
it('changes a price by a group', () => {
  expect(changeBy('1450', '-18', 2)).toBe('1189.00');
  expect(changeBy('1450', '-25', 2)).toBe('1087.50');
});
it('states a margin', () => {
  expect(margin('1450', '812.5', 2)).toEqual({ amount: '637.50', percent: '44.0' });
  expect(margin('0', '5', 2)).toEqual({ amount: '-5.00', percent: null });
});
it('compares as numbers', () => expect(compare('10', '9.99')).toBe(1));
