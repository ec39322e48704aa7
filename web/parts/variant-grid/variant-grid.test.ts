import { describe, expect, it } from 'vitest';
import { formatBlock, parseBlock } from './clipboard.ts';
import { isInside, spotsOf, spread, step } from './selection.ts';

const extent = { rows: 3, columns: 4 };

describe('a block from a sheet', () => {
  it('splits cells by tabs and rows by any line end, and ignores the last one', () => {
    expect(parseBlock('1\t2\r\n3\t4\r\n')).toEqual([['1', '2'], ['3', '4']]);
  });
  it('keeps empty cells in their place', () => {
    expect(parseBlock('\t2\n3\t')).toEqual([['', '2'], ['3', '']]);
  });
  it('reads quoted cells with tabs, line ends and quotes in them', () => {
    expect(parseBlock('"a\tb"\t"say ""hi"""\n"two\nlines"\tx')).toEqual([['a\tb', 'say "hi"'], ['two\nlines', 'x']]);
  });
  it('comes back as it went out', () => {
    const block = [['1,450.00', 'a"b'], ['', 'x\ty']];
    expect(parseBlock(formatBlock(block))).toEqual(block);
  });
});

describe('keys in the grid', () => {
  it('moves one cell and stays inside', () => {
    expect(step({ row: 0, column: 0 }, 'ArrowUp', false, extent, false)).toEqual({ row: 0, column: 0 });
    expect(step({ row: 0, column: 0 }, 'ArrowRight', false, extent, false)).toEqual({ row: 0, column: 1 });
  });
  it('reads right to left in Arabic', () => {
    expect(step({ row: 0, column: 1 }, 'ArrowLeft', false, extent, true)).toEqual({ row: 0, column: 2 });
    expect(step({ row: 0, column: 1 }, 'ArrowRight', false, extent, true)).toEqual({ row: 0, column: 0 });
  });
  it('goes to the edges', () => {
    expect(step({ row: 1, column: 1 }, 'ArrowDown', true, extent, false)).toEqual({ row: 2, column: 1 });
    expect(step({ row: 1, column: 1 }, 'End', true, extent, false)).toEqual({ row: 2, column: 3 });
    expect(step({ row: 1, column: 1 }, 'Home', false, extent, false)).toEqual({ row: 1, column: 0 });
  });
  it('leaves other keys alone', () => {
    expect(step({ row: 1, column: 1 }, 'Tab', false, extent, false)).toBeNull();
  });
});

describe('a range', () => {
  const range = { anchor: { row: 2, column: 2 }, active: { row: 1, column: 1 } };
  it('is the same from whichever corner it was begun', () => {
    expect(spotsOf(range)).toHaveLength(4);
    expect(isInside({ row: 2, column: 1 }, range)).toBe(true);
    expect(isInside({ row: 0, column: 1 }, range)).toBe(false);
  });
  it('is filled by one value', () => {
    expect(spread([['5']], range, extent).cells).toHaveLength(4);
  });
  it('takes a block from its first corner and says how many values fell off the sheet', () => {
    const { cells, outside } = spread([['1', '2', '3', '4'], ['5', '', '', '8']], range, extent);
    expect(cells).toContainEqual({ row: 1, column: 1, text: '1' });
    expect(cells).toHaveLength(6);
    expect(outside).toBe(2);
  });
});
