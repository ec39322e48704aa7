import { describe, expect, it } from 'vitest';
import { sheetLines } from './sheet-lines.ts';

describe('lines from a sheet', () => {
  it('finds its columns by their heads, in any order and either language', () => {
    expect(sheetLines([['Product', 'Unit cost', 'Qty', 'Barcode', 'Discount'], ['Abaya', '812.5', '24', '6221000000017', '5']]).lines).toEqual([{ row: 2, code: '6221000000017', quantity: '24', cost: '812.5', discount: '5' }]);
    expect(sheetLines([['الباركود', 'الكمية', 'سعر الشراء'], ['٦٢٢١', '١٢', '٤٨٦٫٥']]).lines).toEqual([{ row: 2, code: '6221', quantity: '12', cost: '486.5', discount: '' }]);
  });
  it('takes code, quantity, cost and discount without heads, and one piece where none is said', () => {
    expect(sheetLines([['00417', '3', '9.99', '1'], ['DN-7']]).lines).toEqual([{ row: 1, code: '00417', quantity: '3', cost: '9.99', discount: '1' }, { row: 2, code: 'DN-7', quantity: '1', cost: '', discount: '' }]);
  });
  it('says which rows it could not read, and guesses nothing', () => {
    expect(sheetLines([['6.22E+12', '1'], ['A', 'many'], ['B', '1'], ['B', '2'], ['', ''], ['C', '1', 'cheap']])).toEqual({
      lines: [{ row: 3, code: 'B', quantity: '1', cost: '', discount: '' }],
      unread: [{ row: 1, text: '6.22E+12 1' }, { row: 2, text: 'A many' }, { row: 4, text: 'B 2' }, { row: 6, text: 'C 1 cheap' }],
    });
  });
});
