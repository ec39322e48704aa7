import { describe, expect, it } from 'vitest';
import { problemOf, totals } from './lines.ts';

const line = (quantity: string, at_source: number | null, by_measure = true) => ({ quantity, variant: { at_source, by_measure } });

describe('lines of a stock entry', () => {
  it('names the problem of a line', () => {
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
  it('counts what comes and what goes apart', () => {
    const lines = [{ quantity: '5' }, { quantity: '-2' }, { quantity: '' }];
    expect(totals(lines)).toEqual({ into: '5', out: '-2', net: '3' });
  });
});
