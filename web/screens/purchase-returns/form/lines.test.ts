import { describe, expect, it } from 'vitest';
import type { ReturnableGoods } from '@/db/purchase-returns.ts';
import { amountsOf, problemOf, problemOfCost } from './lines.ts';

const goods = (more: Partial<ReturnableGoods>) =>
  ({
    receipt_item_id: 'r',
    left: 3,
    worth: 100,
    line_worth: 100,
    line_tax: 14,
    tax_percentage: 14,
    unit_cost: 33.3333,
    ...more,
  }) as ReturnableGoods;
const line = (quantity: string, at_source: number | null, by_measure = false) => ({ quantity, variant: { at_source, by_measure } });

describe('a line of a return to a supplier', () => {
  it('takes its share of what the receipt cost, and the last pieces what is left', () => {
    expect(amountsOf({ quantity: '1', cost: '' }, goods({}))).toEqual({ net: '33.33', tax: '4.67' });
    expect(amountsOf({ quantity: '3', cost: '' }, goods({}))).toEqual({ net: '100.00', tax: '14.00' });
    // What is left of the order's line came with another receipt.
    expect(amountsOf({ quantity: '3', cost: '' }, goods({ line_worth: 200, line_tax: 28.01 }))).toEqual({ net: '100.00', tax: '14.01' });
    expect(amountsOf({ quantity: '1', cost: '' }, goods({ worth: 0, line_worth: 0, line_tax: 0 }))).toEqual({ net: '0.00', tax: '0.00' });
  });
  it('costs the average without a receipt, unless another cost is typed', () => {
    const free = goods({ receipt_item_id: null, left: null, worth: null, line_worth: null, line_tax: null, unit_cost: 33.3333 });
    expect(amountsOf({ quantity: '2', cost: '' }, free)).toEqual({ net: '66.67', tax: '9.33' });
    expect(amountsOf({ quantity: '2', cost: '10' }, free)).toEqual({ net: '20.00', tax: '2.80' });
    expect([problemOfCost({ quantity: '2', cost: 'x' }, free), problemOfCost({ quantity: '2', cost: 'x' }, goods({}))]).toEqual([
      'not_a_number',
      null,
    ]);
  });
  it('has no amount while its quantity is invalid, or costs are hidden', () => {
    expect(amountsOf({ quantity: '4', cost: '' }, goods({}))).toBeNull();
    expect(amountsOf({ quantity: '', cost: '' }, goods({}))).toBeNull();
    expect(amountsOf({ quantity: '1', cost: '' }, goods({ worth: null, line_worth: null, line_tax: null }))).toBeNull();
  });
  it('is checked against the receipt and the stock', () => {
    expect(problemOf(line('', 5), goods({}))).toBeNull();
    expect(problemOf(line('4', 5), goods({}))).toBe('beyond');
    expect(problemOf(line('3', 2), goods({}))).toBe('short');
    expect(problemOf(line('3', null), goods({}))).toBeNull();
    expect(problemOf(line('4', 5), undefined)).toBeNull();
    expect(['0', '-1', '0.5', 'x'].map((quantity) => problemOf(line(quantity, 5), goods({})))).toEqual([
      'zero',
      'negative',
      'not_whole',
      'not_a_number',
    ]);
  });
});
