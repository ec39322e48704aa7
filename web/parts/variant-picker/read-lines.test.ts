import { describe, expect, it } from 'vitest';
import { workbookOf } from '@/lib/sheet.ts';
import { isListOfLines, linesOf, linesOfFile, linesOfText } from './read-lines.ts';

const told = (text: string) => linesOfText(text).lines.map(({ code, quantity }) => [code, quantity]);

describe('pasted lines', () => {
  it('count one piece for a code without a quantity', () =>
    expect(told('6221000000017\n6221000000024\n')).toEqual([
      ['6221000000017', '1'],
      ['6221000000024', '1'],
    ]));
  it('have a quantity next to the code, also in Arabic digits, and keep leading zeros of codes', () => {
    expect(told('00417\t١٢')).toEqual([['00417', '12']]);
    expect(told('DN-7;2,5')).toEqual([['DN-7', '2.5']]);
  });
  it('accept numbers as sheets of either language write them, with thousands separators', () => {
    expect(told('A1\t1,250\nB2\t1,250.5\nC3\t١٬٢٥٠\nD4\t١٬٢٥٠٫٥\nE5\t"2,500"\nF6\t−3\nG7\t1,250,000')).toEqual([
      ['A1', '1250'],
      ['B2', '1250.5'],
      ['C3', '1250'],
      ['D4', '1250.5'],
      ['E5', '2500'],
      ['F6', '-3'],
      ['G7', '1250000'],
    ]);
    expect(linesOfText('A1\t1.2505\nB2\t1,25,0\nC3\t12345678901').unread).toEqual([
      { row: 1, text: 'A1 1.2505' },
      { row: 2, text: 'B2 1,25,0' },
      { row: 3, text: 'C3 12345678901' },
    ]);
  });
  it('are added up if a code occurs twice', () => expect(told('A1\t0.1\nA1\t0.2')).toEqual([['A1', '0.3']]));
  it('are added up if a code occurs in two spellings', () =>
    expect(told('TS-001\t1\nts-001\t2\n036000291452\t3\n0036000291452\t4')).toEqual([
      ['TS-001', '3'],
      ['036000291452', '7'],
    ]));
  it('are distinguished from a single scan', () => {
    expect(isListOfLines('6221000000017\n')).toBe(false);
    expect(['A\nB', 'A\t3'].every(isListOfLines)).toBe(true);
  });
});

describe('lines from a sheet', () => {
  it('find their columns by the headers, in any order and either language', () => {
    expect(
      linesOf([
        ['Product', 'Unit cost', 'Qty', 'Barcode', 'Discount'],
        ['Abaya', '812.5', '24', '6221000000017', '5'],
        ['', '', '', '', ''],
      ]).lines,
    ).toEqual([{ row: 2, code: '6221000000017', quantity: '24', cost: '812.5', discount: '5' }]);
    expect(
      linesOf([
        ['الباركود', 'الكمية', 'سعر الشراء'],
        ['٦٢٢١', '١٢', '٤٨٦٫٥'],
      ]).lines,
    ).toEqual([{ row: 2, code: '6221', quantity: '12', cost: '486.5', discount: '' }]);
  });
  it('take a number right after the code as the quantity, but not a name', () => {
    expect(
      linesOf([
        ['Code', 'Stk'],
        ['6221', '5'],
      ]).lines,
    ).toMatchObject([{ quantity: '5' }]);
    expect(
      linesOf([
        ['Code', 'Article'],
        ['6221', 'Abaya'],
      ]).lines,
    ).toMatchObject([{ quantity: '1' }]);
  });
  it('are code, quantity, cost and discount without headers, and one piece without a quantity', () => {
    expect(linesOf([['00417', '3', '9.99', '1'], ['DN-7']]).lines).toEqual([
      { row: 1, code: '00417', quantity: '3', cost: '9.99', discount: '1' },
      { row: 2, code: 'DN-7', quantity: '1', cost: '', discount: '' },
    ]);
  });
  it('report unreadable rows, including codes in scientific notation, instead of guessing', () => {
    expect(
      linesOf(
        [
          ['6.22E+12', '1'],
          ['A', 'many'],
          ['B', '1'],
          ['B', '2'],
          ['', ''],
          ['C', '1', 'cheap'],
          ['', '4'],
        ],
        true,
      ),
    ).toEqual({
      lines: [{ row: 3, code: 'B', quantity: '1', cost: '', discount: '' }],
      unread: [
        { row: 1, text: '6.22E+12 1' },
        { row: 2, text: 'A many' },
        { row: 4, text: 'B 2' },
        { row: 6, text: 'C 1 cheap' },
        { row: 7, text: '4' },
      ],
    });
  });
});

describe('a file of lines', () => {
  const columns = [{ header: 'Barcode', value: (row: string) => row, kind: 'code' as const }];
  it('is read with all digits of its codes', async () => {
    const { lines } = await linesOfFile(new File([await workbookOf(columns, ['0062210442013'])], 'lines.xlsx'));
    expect(lines.map(({ code }) => code)).toEqual(['0062210442013']);
  });
  it('is refused with a reason if it is empty, not a sheet, broken or no longer readable', async () => {
    await expect(linesOfFile(new File([await workbookOf(columns, [])], 'lines.xlsx'))).rejects.toMatchObject({ code: 'file_no_lines' });
    for (const other of ['%PDF-1.4\n1 0 obj', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10]), '<!DOCTYPE html><p>6221000000017</p>']) {
      await expect(linesOfFile(new File([other], 'lines.csv'))).rejects.toMatchObject({ code: 'file_not_a_sheet' });
    }
    await expect(linesOfFile(new File(['PK\u0003\u0004 not really'], 'lines.xlsx'))).rejects.toMatchObject({ code: 'file_broken' });
    const gone = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } as unknown as File;
    await expect(linesOfFile(gone)).rejects.toMatchObject({ code: 'file_changed' });
  });
});
