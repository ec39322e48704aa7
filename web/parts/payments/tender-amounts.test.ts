import { beforeAll, expect, it } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import { isTenderSound, restFor, tendered } from './tender-amounts.ts';

beforeAll(() => setSettings({ decimals: 2 }));

it('hands over what is an amount, to the customer below zero', () => {
  const amounts = { cash: '10', card: '', other: '0', wrong: 'x' };
  expect(tendered(amounts, '100')).toEqual([{ payment_method_id: 'cash', amount: '10' }]);
  expect(tendered(amounts, '-100')).toEqual([{ payment_method_id: 'cash', amount: '-10' }]);
});

it('proposes what the other methods leave', () => {
  expect(restFor('cash', {}, '100')).toBe('100');
  expect(restFor('cash', { card: '60', cash: '5' }, '100')).toBe('40');
  expect(restFor('cash', { card: '60' }, '-100')).toBe('40');
  expect(restFor('cash', { card: '100' }, '100')).toBe('');
});

it('takes amounts of the currency, and a finer one where it is all that is owed', () => {
  expect(isTenderSound({ cash: '1.25', card: '' }, '5')).toBe(true);
  for (const amount of ['x', '-1', '1.255']) expect(isTenderSound({ cash: amount }, '5'), amount).toBe(false);
  expect(isTenderSound({ cash: '1.255' }, '1.255')).toBe(true);
});
