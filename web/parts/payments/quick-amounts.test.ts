import { expect, it } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import { nextQuick, notesOf, quickAmounts } from './quick-amounts.ts';

const pounds = [200, 100, 50, 20, 10, 5, 1, 0.5, 0.25];
const dinars = [20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005];
const others = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1];

it.each([
  ['187.5', 2, pounds, ['187.5', '190', '200']],
  ['1005', 2, pounds, ['1005', '1010', '1020', '1050', '1100', '1200']],
  ['3282.35', 2, pounds, ['3282.35', '3285', '3290', '3300', '3400']],
  // Small amounts are paid with coins.
  ['3.5', 2, pounds, ['3.5', '4', '5', '10', '20', '50']],
  ['1.25', 3, dinars, ['1.25', '1.3', '1.5', '2', '5', '10']],
  ['7.385', 3, dinars, ['7.385', '7.5', '8', '10', '20']],
  ['4300', 0, others, ['4300', '4400', '4500', '5000']],
  ['730', 0, others, ['730', '750', '800', '1000']],
])('for %s with %i decimals, proposes the next notes', (rest, decimals, denominations, amounts) => {
  setSettings({ decimals });
  expect(quickAmounts(rest, denominations)).toEqual(amounts);
});

it('for an amount equal to a note, proposes that amount and only larger ones', () => {
  setSettings({ decimals: 2 });
  expect(quickAmounts('200', pounds)).toEqual(['200']);
  expect(quickAmounts('50.00', pounds)).toEqual(['50.00', '60', '100', '200']);
});

it('proposes nothing if nothing is owed, and no amount finer than the currency', () => {
  setSettings({ decimals: 2 });
  for (const rest of ['0', '0.00', '-20', '']) expect(quickAmounts(rest, pounds), rest).toEqual([]);
  setSettings({ decimals: 0 });
  expect(quickAmounts('3', [10, 2.5, 1])).toEqual(['3', '5', '10']);
  expect(quickAmounts('2', [10, 2.5, 1])).toEqual(['2', '10']);
});

it('continues from the current amount and starts over after the last one', () => {
  const quick = ['187.5', '190', '200'];
  expect(['187.50', '190', '200', '', '150', 'x'].map((amount) => nextQuick(quick, amount))).toEqual([
    '190',
    '200',
    '187.5',
    '187.5',
    '187.5',
    '187.5',
  ]);
});

it.each([
  ['43', pounds, [20, 20, 1, 1, 1]],
  ['0.75', pounds, [0.5, 0.25]],
  ['1.385', dinars, [1, 0.25, 0.1, 0.02, 0.01, 0.005]],
  ['0', pounds, []],
  // No coin is small enough, or there would be too many to read.
  ['0.1', pounds, []],
  ['999', pounds, []],
])('makes a change of %s with the fewest notes', (change, denominations, notes) => {
  expect(notesOf(change, denominations)).toEqual(notes);
});
