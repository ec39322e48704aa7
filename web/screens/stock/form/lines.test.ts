import { describe, expect, it } from 'vitest';
import { addLines, addQuantities, problemOf, totals } from './lines.ts';

const v = (variant_id: string) => ({ variant_id });

describe('lines of a stock entry', () => {
  it('puts what was scanned last on top and adds to a line that is there', () => {
    const one = addLines([], [{ variant: v('a'), quantity: '1' }]);
    const two = addLines(one.lines, [{ variant: v('b'), quantity: '1' }]);
    const three = addLines(two.lines, [{ variant: v('a'), quantity: '2' }]);
    expect(three.lines.map((line) => [line.variant.variant_id, line.quantity])).toEqual([['b', '1'], ['a', '3']]);
    expect(three.touched).toEqual(['a']);
  });
  it('takes a pasted list as one step', () => {
    const { lines, touched } = addLines([], [{ variant: v('a'), quantity: '5' }, { variant: v('b'), quantity: '2' }, { variant: v('a'), quantity: '1' }]);
    expect(lines.map((line) => line.quantity)).toEqual(['2', '6']);
    expect(touched).toEqual(['a', 'b']);
  });
  it('adds parts exactly', () => {
    expect(addQuantities('0.1', '0.2')).toBe('0.3');
  });
  it('names the problem of a line', () => {
    expect(problemOf('opening', '-1', 5)).toBe('negative');
    expect(problemOf('adjustment', '-5', 3)).toBe('short');
    expect(problemOf('adjustment', '-3', 3)).toBeNull();
    expect(problemOf('adjustment', '-3', null)).toBeNull();
    expect(problemOf('adjustment', '', 3)).toBe('missing');
    expect(problemOf('opening', '0', 3)).toBe('zero');
    expect(problemOf('opening', '1.2345', 3)).toBe('too_precise');
    expect(problemOf('opening', '0.001', 3)).toBeNull();
  });
  it('counts what comes and what goes apart', () => {
    const lines = [{ variant: v('a'), quantity: '5' }, { variant: v('b'), quantity: '-2' }, { variant: v('c'), quantity: '' }];
    expect(totals(lines)).toEqual({ into: 5, out: 2, net: 3 });
  });
});
