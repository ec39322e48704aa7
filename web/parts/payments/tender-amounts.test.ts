import { beforeAll, expect, it } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import { isTenderSound, restFor, tendered } from './tender-amounts.ts';

beforeAll(() => setSettings({ decimals: 2 }));

it('sends only amounts above zero, as negative ones if the customer is owed money', () => {
  const amounts = { cash: '10', card: '', other: '0', wrong: 'x' };
  expect(tendered(amounts, '100', null)).toEqual([{ payment_method_id: 'cash', amount: '10' }]);
  expect(tendered(amounts, '-100', null)).toEqual([{ payment_method_id: 'cash', amount: '-10' }]);
});

it('proposes the amount that the other methods leave', () => {
  const cash = { id: 'cash', is_cash: true };
  expect(restFor(cash, {}, '100', null)).toBe('100');
  expect(restFor(cash, { card: '60', cash: '5' }, '100', null)).toBe('40');
  expect(restFor(cash, { card: '60' }, '-100', null)).toBe('40');
  expect(restFor(cash, { card: '100' }, '100', null)).toBe('');
  expect(restFor(cash, { card: '60' }, '100.03', 0.05)).toBe('40.05');
  expect(restFor({ id: 'card', is_cash: false }, { cash: '60' }, '100.03', 0.05)).toBe('40.03');
});

it('sends a cash amount of zero only if rounding removes the amount due', () => {
  expect(restFor({ id: 'cash', is_cash: true }, {}, '0.4', 1)).toBe('0');
  for (const due of ['0.4', '-0.4']) expect(tendered({ cash: '0' }, due, 1), due).toEqual([{ payment_method_id: 'cash', amount: '0' }]);
  expect(tendered({ cash: '0' }, '0.5', 1)).toEqual([]);
});

it('accepts amounts of the currency, and a finer one only if it is the whole amount due', () => {
  expect(isTenderSound({ cash: '1.25', card: '' }, '5')).toBe(true);
  for (const amount of ['x', '-1', '1.255']) expect(isTenderSound({ cash: amount }, '5'), amount).toBe(false);
  expect(isTenderSound({ cash: '1.255' }, '1.255')).toBe(true);
});
