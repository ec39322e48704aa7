import { afterEach, describe, expect, it } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import cases from '../../../../supabase/tests/total-cases.json' with { type: 'json' };
import { discountOf, problemOf, totalOf, totalsOf, type CartLine, type CartVariant, type Rate } from './lines.ts';

const variant = (id: string) => ({ variant_id: id, by_measure: true }) as CartVariant;
const line = (quantity: string, cost: string, discount = '', more: Partial<CartLine> = {}): CartLine => ({
  variant: variant('a'),
  quantity,
  free: '',
  cost,
  discount,
  received: 0,
  closed: 0,
  ...more,
});

const rate = (id: string, percentage: number): Rate => ({ id, name: id, percentage });

afterEach(() => setSettings({ decimals: 2 }));

describe('the total of an order, exactly as in the database', () => {
  it('rounds each line half up before adding', () => {
    const lines = [line('3', '0.335'), line('1', '2.345'), line('0.125', '8.04')];
    expect(lines.map(totalOf)).toEqual(['1.01', '2.35', '1.01']);
    expect(totalsOf(lines, null, '')).toMatchObject({ subtotal: '4.37', tax: '0.00', total: '4.37', pieces: '4.125', lines: 3, wrong: 0 });
  });
  it('takes the tax of the sum, rounded once', () =>
    expect(totalsOf([line('7', '1.95'), line('1', '0.03')], () => rate('a', 14), '')).toMatchObject({
      subtotal: '13.68',
      tax: '1.92',
      total: '15.60',
    }));
  it('takes the tax of each rate from the sum of its lines', () => {
    const lines = [line('1', '10.1', '', { variant: variant('b') }), line('1', '100'), line('1', '10.1', '', { variant: variant('b') })];
    const { tax, taxes } = totalsOf(lines, ({ variant: { variant_id } }) => (variant_id === 'b' ? rate('b', 5) : null), '');
    expect([tax, taxes.map((one) => [one.tax_rate_id, one.net, one.tax])]).toEqual([
      '1.01',
      [
        ['b', '20.2', '1.01'],
        [null, '100', '0.00'],
      ],
    ]);
  });
  it('takes the typed tax if no rate is chosen', () =>
    expect(totalsOf([line('1', '10')], null, '1.5')).toMatchObject({ tax: '1.50', total: '11.50' }));
  it('takes the tax of charges with the lines of the same rate', () => {
    const vat = rate('vat', 14);
    const charge = (kind: 'freight' | 'customs', amount: string, of: Rate | null) => ({ kind, amount, rate: of });
    const charges = [charge('freight', '0.04', vat), charge('customs', '3', rate('c', 5)), charge('freight', '1', null)];
    const totals = totalsOf([line('1', '10.03')], () => vat, '', charges);
    expect(totals).toMatchObject({ subtotal: '10.03', tax: '1.56', total: '15.63' });
    expect(totals.charges).toEqual([
      { kind: 'freight', amount: '1.04' },
      { kind: 'customs', amount: '3' },
    ]);
    expect(totalsOf([line('1', '10.03')], null, '2', charges)).toMatchObject({ taxes: [], tax: '2.00', total: '16.07' });
  });
  it('leaves free pieces out of the price', () => {
    expect(totalOf(line('12', '11', '', { free: '2' }))).toBe('110.00');
    expect(totalOf(line('12', '11', '10', { free: '2', closed: 6 }))).toBe('50.00');
    expect(discountOf('10%', line('12', '11', '', { free: '2' }))).toBe('11.00');
    expect(problemOf(line('2', '10', '', { free: '3' }))).toEqual({ field: 'free', kind: 'more_than_line' });
    expect(problemOf(line('2', '10', '11', { free: '1' }))).toEqual({ field: 'discount', kind: 'more_than_line' });
  });
  it('takes the discount off the line', () =>
    expect(totalsOf([line('20', '486', '486')], null, '')).toMatchObject({ subtotal: '9234.00', discount: '486' }));
  it('is written with the decimals of the currency', () => {
    setSettings({ decimals: 3 });
    expect(totalOf(line('3', '1.2345'))).toBe('3.704');
    setSettings({ decimals: 0 });
    expect(totalOf(line('1', '2.5'))).toBe('3');
  });
  it('reduces the discount by the share of closed pieces', () => {
    expect(totalOf(line('12', '10', '6', { closed: 4 }))).toBe('76.00');
    expect(totalOf(line('3', '10', '1', { closed: 1 }))).toBe('19.33');
  });
  it('leaves out an invalid line and counts it as wrong', () =>
    expect(totalsOf([line('2', '5'), line('x', '5'), line('1', '')], null, '')).toMatchObject({
      subtotal: '10.00',
      wrong: 2,
      pieces: '3',
    }));
  // A database test checks the same cases against saved orders.
  it.each(cases)('%j', ({ decimals, percentage, tax, lines, totals, subtotal, taxed, total }) => {
    setSettings({ decimals });
    const cart = lines.map(([quantity = '', cost = '', discount = '']) => line(quantity, cost, discount));
    expect(cart.map(totalOf)).toEqual(totals);
    expect(totalsOf(cart, percentage === null ? null : () => rate('a', percentage), tax)).toMatchObject({ subtotal, tax: taxed, total });
  });
  it('loses no digit of large sums', () =>
    expect(totalsOf([line('999999.999', '9999999.99')], null, '').subtotal).toBe('9999999980000.00'));
});

describe('the check of a line', () => {
  it.each([
    ['', '1', '', { field: 'quantity', kind: 'missing' }],
    ['many', '1', '', { field: 'quantity', kind: 'not_a_number' }],
    ['0', '1', '', { field: 'quantity', kind: 'not_positive' }],
    ['1.0005', '1', '', { field: 'quantity', kind: 'too_precise' }],
    ['6221000000012', '1', '', { field: 'quantity', kind: 'too_large' }],
    ['1', '', '', { field: 'cost', kind: 'missing' }],
    ['1', '-1', '', { field: 'cost', kind: 'negative' }],
    ['1', '1.00001', '', { field: 'cost', kind: 'too_precise' }],
    ['2', '5', '10.01', { field: 'discount', kind: 'more_than_line' }],
    ['2', '5', '-1', { field: 'discount', kind: 'negative' }],
  ])('%s × %s − %s', (quantity, cost, discount, problem) => expect(problemOf(line(quantity, cost, discount))).toEqual(problem));
  it('refuses a fraction of goods sold in whole pieces', () => {
    const whole = { ...variant('a'), by_measure: false };
    expect(['1.5', '2.0'].map((quantity) => problemOf(line(quantity, '1', '', { variant: whole })))).toEqual([
      { field: 'quantity', kind: 'not_whole' },
      null,
    ]);
  });
  it('refuses a quantity below the received one', () =>
    expect(problemOf(line('3', '5', '', { received: 4 }))).toEqual({ field: 'quantity', kind: 'below_received' }));
  it('accepts a free or fully discounted line', () => {
    expect(problemOf(line('1', '0'))).toBeNull();
    expect(problemOf(line('2', '5', '10'))).toBeNull();
  });
});

describe('a discount in percent', () => {
  it('is converted to an amount of the line', () => {
    expect(discountOf('5%', line('20', '486'))).toBe('486.00');
    expect(discountOf('12.5٪', line('3', '9.99'))).toBe('3.75');
    expect(discountOf('7', line('3', '9.99'))).toBe('7');
    expect(discountOf('5%', line('', ''))).toBe('5%');
  });
});
