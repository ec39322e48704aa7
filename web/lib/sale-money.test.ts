import { describe, expect, it } from 'vitest';
import { listPrice, saleMoney, allocatePayments, type Selling } from './sale-money.ts';

/* supabase/tests/scenarios/sale-totals.test.ts compares three thousand random sales with the database. */

const house = { decimals: 2, included: false };
const line = (quantity: string, base: string, rest: Partial<Selling> = {}): Selling => ({
  product: 'shirt',
  quantity,
  base,
  maxDiscount: '0',
  tax: null,
  ...rest,
});

it('a price group changes the price, rounded half up', () => {
  expect(listPrice('100', '-18', house)).toBe('82.00');
  expect(listPrice('0.125', '0', house)).toBe('0.13');
  expect(listPrice('9.99', '7.5', { ...house, decimals: 0 })).toBe('11');
});

describe('a discount on the whole sale', () => {
  it('is spread over the lines to the last digit', () => {
    const { lines, total, discount } = saleMoney(
      [line('1', '10'), line('1', '10'), line('1', '10')],
      { group: '0', discount: '10' },
      house,
    );
    expect(lines.map(({ share }) => share)).toEqual(['3.33', '3.34', '3.33']);
    expect([discount, total]).toEqual(['10', '20']);
  });
  it('of zero leaves an empty or free sale at zero', () => {
    expect(saleMoney([line('1', '0')], { group: '0', discount: '0' }, house).total).toBe('0');
    expect(saleMoney([], { group: '0', discount: '0' }, house).total).toBe('0');
  });
});

it('tax is added to prices or included in them, and rounded once for each rate', () => {
  const [vat, reduced] = [
    { id: 'vat', percentage: 14 },
    { id: 'reduced', percentage: 5 },
  ];
  const sold = [line('3', '19.99', { tax: vat }), line('1', '0.05', { tax: vat })];
  expect(saleMoney(sold, { group: '0', discount: '0' }, house)).toMatchObject({
    subtotal: '60.02',
    tax: '8.4',
    total: '68.42',
  });
  expect(saleMoney(sold, { group: '0', discount: '0' }, { ...house, included: true })).toMatchObject({
    tax: '7.37',
    total: '60.02',
  });
  const mixed = saleMoney(
    [line('1', '10.1', { tax: reduced }), line('1', '100', { tax: vat }), line('1', '10.1', { tax: reduced }), line('1', '7')],
    { group: '0', discount: '0' },
    house,
  );
  expect([mixed.tax, mixed.total, mixed.lines.map(({ tax }) => tax)]).toEqual(['15.01', '142.21', ['0.51', '14', '0.5', '0']]);
});

it('flags lines beyond the maximum discount, by price or discount, allowing for rounding', () => {
  const beyond = (selling: Selling, discount = '0') => saleMoney([selling], { group: '0', discount }, house).lines[0]?.exceedsMaxDiscount;
  expect(beyond(line('1', '100', { maxDiscount: '10', discount: '10' }))).toBe(false);
  expect(beyond(line('1', '100', { maxDiscount: '10', discount: '10.01' }))).toBe(true);
  expect(beyond(line('1', '100', { maxDiscount: '10', price: '89.99' }))).toBe(true);
  expect(beyond(line('1', '100', { maxDiscount: '10' }), '10.01')).toBe(true);
  expect(beyond(line('1', '0.05', { maxDiscount: '10', discount: '0.01' }))).toBe(false);
});

it('checks the maximum discount over all lines of a product together', () => {
  const beyond = (lines: Selling[]) =>
    saleMoney(lines, { group: '0', discount: '0' }, house).lines.filter((one) => one.exceedsMaxDiscount).length;
  const many = (count: number, one: Selling) => Array.from({ length: count }, () => one);
  expect(beyond(many(1000, line('0.001', '4.99')))).toBe(1000);
  expect(beyond(many(100, line('1', '0.05', { maxDiscount: '10', discount: '0.01' })))).toBe(100);
  expect(beyond(many(4, line('0.333', '13.34')))).toBe(0);
  expect(beyond(many(30, line('1', '19.99', { maxDiscount: '10', discount: '2' })))).toBe(0);
});

describe('a payment', () => {
  const cash = (amount: string) => ({ amount, cash: true });
  const card = (amount: string) => ({ amount, cash: false });
  it('gives change in cash only, and uses cards first', () => {
    expect(allocatePayments('100', [cash('150')], null)).toEqual({
      paid: '100',
      remaining: '0',
      change: '50',
      rounding: '0',
      exceeds: false,
    });
    expect(allocatePayments('100', [cash('50'), card('80')], null)).toEqual({
      paid: '100',
      remaining: '0',
      change: '30',
      rounding: '0',
      exceeds: false,
    });
    expect(allocatePayments('100', [card('100.01')], null)).toMatchObject({ exceeds: true });
    expect(allocatePayments('100', [card('100'), cash('1')], null)).toMatchObject({ exceeds: true });
    expect(allocatePayments('100', [cash('40')], null)).toEqual({
      paid: '40',
      remaining: '60',
      change: '0',
      rounding: '0',
      exceeds: false,
    });
  });
  it('goes to the customer if the returns exceed the sale', () => {
    expect(allocatePayments('-100', [cash('-100')], null)).toEqual({
      paid: '-100',
      remaining: '0',
      change: '0',
      rounding: '0',
      exceeds: false,
    });
    expect(allocatePayments('-100', [cash('-100.5')], null)).toMatchObject({ exceeds: true });
  });
  it.each([
    // An exact payment, or one by card, is not rounded.
    ['10.02', [cash('10.02')], 0.05, { paid: '10.02', remaining: '0', change: '0', rounding: '0' }],
    ['10.02', [card('10')], 0.05, { paid: '10', remaining: '0.02', change: '0', rounding: '0' }],
    ['10.02', [cash('10')], null, { paid: '10', remaining: '0.02', change: '0', rounding: '0' }],
    ['10.02', [cash('10')], 0.05, { paid: '10.02', remaining: '0', change: '0', rounding: '-0.02' }],
    ['10.02', [cash('20')], 0.05, { paid: '10.02', remaining: '0', change: '10', rounding: '-0.02' }],
    ['10.03', [cash('20')], 0.05, { paid: '10.03', remaining: '0', change: '9.95', rounding: '0.02' }],
    ['10.03', [cash('10')], 0.05, { paid: '10', remaining: '0.03', change: '0', rounding: '0' }],
    // Half a coin is rounded in either direction, as it is paid.
    ['10.5', [cash('10')], 1, { paid: '10.5', remaining: '0', change: '0', rounding: '-0.5' }],
    ['10.5', [cash('20')], 1, { paid: '10.5', remaining: '0', change: '9', rounding: '0.5' }],
    ['10.02', [card('5'), cash('5')], 0.05, { paid: '10.02', remaining: '0', change: '0', rounding: '-0.02' }],
    ['-10.02', [cash('-10')], 0.05, { paid: '-10.02', remaining: '0', change: '0', rounding: '0.02' }],
    ['-10.03', [cash('-10.05')], 0.05, { paid: '-10.03', remaining: '0', change: '0', rounding: '-0.02' }],
    ['0.4', [cash('1')], 1, { paid: '0.4', remaining: '0', change: '1', rounding: '-0.4' }],
    ['0.4', [cash('0')], 1, { paid: '0.4', remaining: '0', change: '0', rounding: '-0.4' }],
  ])('of %s by %j with a coin of %s', (total, payments, coin, expected) => {
    expect(allocatePayments(total, payments, coin)).toEqual({ ...expected, exceeds: false });
  });
  it('refuses more than the coin above', () => {
    expect(allocatePayments('-10.03', [cash('-10.1')], 0.05)).toMatchObject({ exceeds: true });
    expect(allocatePayments('10.02', [card('10.05')], 0.05)).toMatchObject({ exceeds: true });
    // The last of two payments takes the rounding, so another payment is too much.
    expect(allocatePayments('0.4', [cash('1'), cash('1')], 1)).toMatchObject({ exceeds: true });
  });
});
