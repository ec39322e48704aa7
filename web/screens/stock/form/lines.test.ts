import { describe, expect, it } from 'vitest';
import { problemOf, problemOfCost, totals } from './lines.ts';

const line = (quantity: string, at_source: number | null, by_measure = true) => ({ quantity, variant: { at_source, by_measure } });

describe('lines of a stock entry', () => {
  it('are checked for a valid quantity', () => {
    expect(problemOf('opening', line('-1', 5))).toBe('negative');
    expect(problemOf('adjustment', line('-5', 3))).toBe('short');
    expect(problemOf('adjustment', line('-3', 3))).toBeNull();
    expect(problemOf('adjustment', line('-3', null))).toBeNull();
    expect(problemOf('adjustment', line('', 3))).toBe('missing');
    expect(problemOf('opening', line('0', 3))).toBe('zero');
    expect(problemOf('opening', line('1.2345', 3))).toBe('too_precise');
    expect(problemOf('opening', line('0.001', 3))).toBeNull();
    expect(problemOf('opening', line('0.001', 3, false))).toBe('not_whole');
    expect(problemOf('adjustment', line('-1.5', 3, false))).toBe('not_whole');
  });
  it('are checked for a valid cost if one is entered', () => {
    const asked = (cost: string, quantity = '1') => problemOfCost('opening', { quantity, cost });
    expect(['', '0', '61.5', '0.1234'].map((cost) => asked(cost))).toEqual([null, null, null, null]);
    expect(['x', '-1', '0.12345'].map((cost) => asked(cost))).toEqual(['not_a_number', 'negative', 'too_precise']);
    expect([asked('x', ''), problemOfCost('adjustment', { quantity: '1', cost: 'x' })]).toEqual([null, null]);
  });
  it('count incoming and outgoing pieces separately', () => {
    const lines = [
      { quantity: '5', cost: '61.5' },
      { quantity: '-2', cost: '' },
      { quantity: '', cost: '10' },
    ];
    expect(totals(lines)).toEqual({ into: '5', out: '-2', net: '3', worth: '307.5' });
  });
});
