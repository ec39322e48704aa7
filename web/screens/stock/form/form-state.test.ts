import { describe, expect, it } from 'vitest';
import { growOnTop, lineOf, writtenSince, type EntryFormLine } from './form-state.ts';

const told = (lines: readonly EntryFormLine[]) => lines.map(({ variantId, figures }) => [variantId, figures.quantity]);

describe('lines of a stock entry', () => {
  it('show new goods on top, and a repeated scan is added to its line', () => {
    const one = growOnTop([], [lineOf('a', '1')]);
    const two = growOnTop(one.lines, [lineOf('b', '1')]);
    const three = growOnTop(two.lines, [lineOf('a', '2')]);
    expect(told(three.lines)).toEqual([
      ['b', '1'],
      ['a', '3'],
    ]);
    expect(three.touched).toEqual([{ id: 'a', before: '1' }]);
  });
  it('take a pasted list in one step', () => {
    const { lines, touched } = growOnTop([], [lineOf('a', '5'), lineOf('b', '2'), lineOf('a', '1')]);
    expect(told(lines)).toEqual([
      ['a', '6'],
      ['b', '2'],
    ]);
    expect(touched[0]?.id).toBe('a');
    // The next list goes on top, in its own order.
    expect(told(growOnTop(lines, [lineOf('c', '1'), lineOf('b', '1'), lineOf('d', '1')]).lines)).toEqual([
      ['c', '1'],
      ['d', '1'],
      ['a', '6'],
      ['b', '3'],
    ]);
  });
  it('take costs from a list, but keep those already entered', () => {
    const { lines } = growOnTop(
      [lineOf('a', '1'), lineOf('b', '1', '7')],
      [lineOf('a', '2', '31.5'), lineOf('b', '2', '9'), lineOf('c', '1', '4')],
    );
    expect(lines.map(({ variantId, figures }) => [variantId, figures.cost])).toEqual([
      ['c', '4'],
      ['a', '31.5'],
      ['b', '7'],
    ]);
  });
  it('scanned while an entry is being saved are left for the next one', () => {
    const sent = [lineOf('a', '2'), lineOf('b', '1'), lineOf('c', '-3')];
    const [grown] = writtenSince(sent, [{ variantId: 'a', figures: { quantity: '3', cost: '61.5' } }]);
    expect(grown?.figures).toEqual({ quantity: '1', cost: '61.5' });
    expect(told(writtenSince(sent, [lineOf('n', '1'), lineOf('a', '3'), lineOf('b', '1'), lineOf('c', '-2')]))).toEqual([
      ['n', '1'],
      ['a', '1'],
      ['c', '1'],
    ]);
  });
});
