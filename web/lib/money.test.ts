import { afterEach, describe, expect, it } from 'vitest';
import { compare, formatMoney, isZero, lineTotal, minus, percentOf, plus, priceInGroup, roundMoney, sum, times } from './money.ts';
import { setSettings } from './settings.ts';

afterEach(() => setSettings({ decimals: 2, digits: 'latn' }));

describe('amounts', () => {
  it('are exact, without floating-point errors', () => {
    expect(plus('0.1', '0.2')).toBe('0.3');
    expect(times('1.005', '100')).toBe('100.5');
    expect(minus('100', '99.99')).toBe('0.01');
    expect(sum(['0.1', 0.2, '0.3'])).toBe('0.6');
    expect(sum([])).toBe('0');
  });

  it("round half away from zero to the currency's decimals", () => {
    expect(roundMoney('1.005')).toBe('1.01');
    expect(roundMoney('-1.005')).toBe('-1.01');
    setSettings({ decimals: 3 });
    expect(roundMoney('1.0005')).toBe('1.001');
    setSettings({ decimals: 0 });
    expect(roundMoney('0.5')).toBe('1');
  });

  it('round once per line', () => {
    expect(lineTotal({ quantity: '3', price: '0.335' })).toBe('1.01');
    expect(lineTotal({ quantity: '2', price: '10', discount: '0.015' })).toBe('19.99');
  });

  it('follow a price group', () => {
    expect(priceInGroup('1450', '-18')).toBe('1189.00');
    expect(priceInGroup('0.125', '100')).toBe('0.25');
  });

  it('compare by value', () => {
    expect(compare('1.10', '1.1')).toBe(0);
    expect(compare('9', '10')).toBe(-1);
    expect(isZero('0.000')).toBe(true);
    expect(percentOf('637.5', '1450')).toBe('44.0');
    expect(percentOf('1', '0')).toBeNull();
  });

  it('are shown in full', () => {
    expect(formatMoney('1141380')).toBe('1,141,380.00');
    expect(formatMoney('-12.5')).toBe('−12.50');
    setSettings({ decimals: 0 });
    expect(formatMoney('12.5')).toBe('13');
  });
});
