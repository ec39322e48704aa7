import { describe, expect, it } from 'vitest';
import { formatBlock, parseBlock } from '@/lib/clipboard.ts';
import { readCell } from './read-cell.ts';
import { codeStep, fillOver, isInside, spotsOf, spread, step, tabStep } from './selection.ts';

const extent = { rows: 3, columns: 4 };

describe('a block pasted from a sheet', () => {
  it('is split into cells by tabs and rows by any line end, and a trailing line end is ignored', () => {
    expect(parseBlock('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });
  it('keeps empty cells in their place', () => {
    expect(parseBlock('\t2\n3\t')).toEqual([
      ['', '2'],
      ['3', ''],
    ]);
  });
  it('may have quoted cells with tabs, line ends and quotes', () => {
    expect(parseBlock('"a\tb"\t"say ""hi"""\n"two\nlines"\tx')).toEqual([
      ['a\tb', 'say "hi"'],
      ['two\nlines', 'x'],
    ]);
  });
  it('is the same after being copied out and read back', () => {
    const block = [
      ['1,450.00', 'a"b'],
      ['', 'x\ty'],
    ];
    expect(parseBlock(formatBlock(block))).toEqual(block);
  });
});

describe('the arrow keys, Home and End', () => {
  it('move one cell and stay inside the grid', () => {
    expect(step({ row: 0, column: 0 }, 'ArrowUp', false, extent, false)).toEqual({ row: 0, column: 0 });
    expect(step({ row: 0, column: 0 }, 'ArrowRight', false, extent, false)).toEqual({ row: 0, column: 1 });
  });
  it('move in the opposite direction in Arabic', () => {
    expect(step({ row: 0, column: 1 }, 'ArrowLeft', false, extent, true)).toEqual({ row: 0, column: 2 });
    expect(step({ row: 0, column: 1 }, 'ArrowRight', false, extent, true)).toEqual({ row: 0, column: 0 });
  });
  it('move to the edges of the grid', () => {
    expect(step({ row: 1, column: 1 }, 'ArrowDown', true, extent, false)).toEqual({ row: 2, column: 1 });
    expect(step({ row: 1, column: 1 }, 'End', true, extent, false)).toEqual({ row: 2, column: 3 });
    expect(step({ row: 1, column: 1 }, 'Home', false, extent, false)).toEqual({ row: 1, column: 0 });
  });
  it('do not include Tab', () => {
    expect(step({ row: 1, column: 1 }, 'Tab', false, extent, false)).toBeNull();
  });
});

describe('Tab', () => {
  it('moves along the row, then to the next row, and leaves the grid at its ends', () => {
    expect(tabStep({ row: 0, column: 0 }, false, extent)).toEqual({ row: 0, column: 1 });
    expect(tabStep({ row: 0, column: 3 }, false, extent)).toEqual({ row: 1, column: 0 });
    expect(tabStep({ row: 1, column: 0 }, true, extent)).toEqual({ row: 0, column: 3 });
    expect(tabStep({ row: 2, column: 3 }, false, extent)).toBeNull();
    expect(tabStep({ row: 0, column: 0 }, true, extent)).toBeNull();
  });
});

describe('Enter after a code', () => {
  const stands = ({ row, column }: { row: number; column: number }) => !(row === 0 && column === 1);
  it('moves down, then to the top of the next column, and skips missing variants', () => {
    expect(codeStep({ row: 0, column: 0 }, false, extent, stands)).toEqual({ row: 1, column: 0 });
    expect(codeStep({ row: 2, column: 0 }, false, extent, stands)).toEqual({ row: 1, column: 1 });
    expect(codeStep({ row: 1, column: 1 }, true, extent, stands)).toEqual({ row: 2, column: 0 });
    expect(codeStep({ row: 2, column: 3 }, false, extent, stands)).toBeNull();
  });
});

describe('filling', () => {
  const textAt = ({ row, column }: { row: number; column: number }) => (column === 3 ? undefined : `${row}${column}`);
  it('repeats the first row downwards and leaves out columns without a text', () => {
    const cells = fillOver({ anchor: { row: 0, column: 2 }, active: { row: 2, column: 3 } }, 'down', textAt);
    expect(cells).toEqual([
      { row: 1, column: 2, text: '02' },
      { row: 2, column: 2, text: '02' },
    ]);
  });
  it('copies the cell before a single cell, and nothing into the first one', () => {
    const at = (row: number, column: number) => ({ anchor: { row, column }, active: { row, column } });
    expect(fillOver(at(1, 1), 'down', textAt)).toEqual([{ row: 1, column: 1, text: '01' }]);
    expect(fillOver(at(1, 1), 'across', textAt)).toEqual([{ row: 1, column: 1, text: '10' }]);
    expect(fillOver(at(0, 1), 'down', textAt)).toEqual([]);
  });
});

describe('a text in a cell', () => {
  it('is read as money with the decimals of the currency, in Western or Arabic digits', () => {
    expect(readCell('money', '١٬٤٥٠٫٥')).toBe('1450.5');
    expect(readCell('money', '1,450.50')).toBe('1450.50');
    expect(readCell('money', '1.005')).toBeNull();
    expect(readCell('money', '-1')).toBeNull();
    // A barcode is neither a price nor a quantity.
    expect([readCell('quantity', '6221000000017'), readCell('money', '6221000000017'), readCell('quantity', '1000000000')]).toEqual([
      null,
      null,
      '1000000000',
    ]);
    expect(readCell('money', 'cheap')).toBeNull();
  });
  it('is read as a quantity with at most three decimals', () => {
    expect(readCell('quantity', '٢٫١٢٥')).toBe('2.125');
    expect(readCell('quantity', '2.1255')).toBeNull();
  });
  it('is rejected as a fraction of goods sold in whole pieces', () => {
    expect(['2', '٢٫٠', '2.125', '-1.5'].map((text) => readCell('difference', text, true))).toEqual(['2', '2.0', null, null]);
  });
  it('is read as a code with its leading zeros, but not in scientific notation', () => {
    expect(readCell('code', ' ٠٠٤١٧ ')).toBe('00417');
    expect(readCell('code', '6.22E+12')).toBeNull();
    expect(readCell('code', 'x'.repeat(65))).toBeNull();
  });
  it('clears the value if it is empty', () => {
    expect(readCell('money', ' ')).toBe('');
    expect(readCell('code', '')).toBe('');
  });
});

describe('a range', () => {
  const range = { anchor: { row: 2, column: 2 }, active: { row: 1, column: 1 } };
  it('is the same whichever corner it starts from', () => {
    expect(spotsOf(range)).toHaveLength(4);
    expect(isInside({ row: 2, column: 1 }, range)).toBe(true);
    expect(isInside({ row: 0, column: 1 }, range)).toBe(false);
  });
  it('is filled with one value', () => {
    expect(spread([['5']], range, extent).cells).toHaveLength(4);
  });
  it('takes a block from its first corner and counts the values outside the grid', () => {
    const { cells, outside } = spread(
      [
        ['1', '2', '3', '4'],
        ['5', '', '', '8'],
      ],
      range,
      extent,
    );
    expect(cells).toContainEqual({ row: 1, column: 1, text: '1' });
    expect(cells).toHaveLength(6);
    expect(outside).toBe(2);
  });
});
