import { describe, expect, it } from 'vitest';
import { growOnTop, lineOf, problemOf, totals, writtenSince, type QuantityLine } from './lines.ts';

const line = (quantity: string, at_source: number | null) => ({ quantity, variant: { at_source } });
const told = (lines: readonly QuantityLine[]) => lines.map(({ variantId, figures }) => [variantId, figures.quantity]);

describe('lines of a stock entry', () => {
  it('puts what was scanned last on top and adds to a line that is there', () => {
    const one = growOnTop([], [lineOf('a', '1')]);
    const two = growOnTop(one.lines, [lineOf('b', '1')]);
    const three = growOnTop(two.lines, [lineOf('a', '2')]);
    expect(told(three.lines)).toEqual([['b', '1'], ['a', '3']]);
    expect(three.touched).toEqual([{ id: 'a', before: '1' }]);
  });
  it('takes a pasted list as one step', () => {
    const { lines, touched } = growOnTop([], [lineOf('a', '5'), lineOf('b', '2'), lineOf('a', '1')]);
    expect(told(lines)).toEqual([['b', '2'], ['a', '6']]);
    expect(touched[0]?.id).toBe('a');
  });
  it('leaves to the next entry what was scanned while one was on its way', () => {
    const sent = [lineOf('a', '2'), lineOf('b', '1'), lineOf('c', '-3')];
    expect(told(writtenSince(sent, [lineOf('n', '1'), lineOf('a', '3'), lineOf('b', '1'), lineOf('c', '-2')]))).toEqual([['n', '1'], ['a', '1'], ['c', '1']]);
  });
  it('names the problem of a line', () => {
    expect(problemOf('opening', line('-1', 5))).toBe('negative');
    expect(problemOf('adjustment', line('-5', 3))).toBe('short');
    expect(problemOf('adjustment', line('-3', 3))).toBeNull();
    expect(problemOf('adjustment', line('-3', null))).toBeNull();
    expect(problemOf('adjustment', line('', 3))).toBe('missing');
    expect(problemOf('opening', line('0', 3))).toBe('zero');
    expect(problemOf('opening', line('1.2345', 3))).toBe('too_precise');
    expect(problemOf('opening', line('0.001', 3))).toBeNull();
  });
  it('counts what comes and what goes apart', () => {
    const lines = [{ quantity: '5' }, { quantity: '-2' }, { quantity: '' }];
    expect(totals(lines)).toEqual({ into: '5', out: '-2', net: '3' });
  });
});
