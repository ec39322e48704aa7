import { type CellObject, utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { workbookOf } from '@/lib/sheet.ts';
import { isListOfLines, linesOfFile, linesOfText } from './read-lines.ts';

const quantities = async (text: string) => (await linesOfText(text)).lines.map(({ code, quantity }) => [code, quantity]);
/** Tab-separated text, as copied from a spreadsheet. */
const copied = (...rows: string[][]) => rows.map((row) => row.join('\t')).join('\n');
const read = (...rows: string[][]) => linesOfText(copied(...rows));

describe('pasted lines', () => {
  it('count one piece for a code without a quantity', async () =>
    expect(await quantities('6221000000017\n6221000000024\n')).toEqual([
      ['6221000000017', '1'],
      ['6221000000024', '1'],
    ]));
  it('have a quantity next to the code, also in Arabic digits, and keep leading zeros of codes', async () => {
    expect(await quantities('00417\t١٢')).toEqual([['00417', '12']]);
    expect(await quantities('DN-7;2,5')).toEqual([['DN-7', '2.5']]);
    expect(await quantities('622;3')).toEqual([['622', '3']]);
  });
  it('accept numbers as sheets of either language write them, with thousands separators', async () => {
    expect(await quantities('A1\t1,250\nB2\t1,250.5\nC3\t١٬٢٥٠\nD4\t١٬٢٥٠٫٥\nE5\t"2,500"\nF6\t−3\nG7\t1,250,000')).toEqual([
      ['A1', '1250'],
      ['B2', '1250.5'],
      ['C3', '1250'],
      ['D4', '1250.5'],
      ['E5', '2500'],
      ['F6', '-3'],
      ['G7', '1250000'],
    ]);
    expect(await quantities('H8\t0,750')).toEqual([['H8', '0.750']]);
    expect((await linesOfText('A1\t1.2505\nB2\t1,25,0\nC3\t12345678901')).unread).toEqual([
      { row: 1, text: 'A1 1.2505' },
      { row: 2, text: 'B2 1,25,0' },
      { row: 3, text: 'C3 12345678901' },
    ]);
  });
  it('are not read if semicolons separate them and a comma may mean either', async () => {
    expect((await linesOfText('A1;1,250\nB2;3')).unread).toEqual([{ row: 1, text: 'A1 1,250' }]);
    expect(await quantities('A1;1,250\nB2;2,5')).toEqual([
      ['A1', '1.250'],
      ['B2', '2.5'],
    ]);
  });
  it('have the decimal mark of their other figures, and are not read if those disagree', async () => {
    expect((await read(['SKU', 'Qty', 'Cost'], ['A1', '1,250', '12,50'])).lines).toMatchObject([{ quantity: '1.250', cost: '12.50' }]);
    expect(await quantities('A1\t1,250\t12,50')).toEqual([['A1', '1.250']]);
    expect((await read(['SKU', 'Qty', 'Cost'], ['A1', '1', '12.50'], ['B2', '2', '12,50'], ['C3', '3', '1,250'])).unread).toEqual([
      { row: 4, text: 'C3 3 1,250' },
    ]);
  });
  it('are added up if a code occurs twice', async () => expect(await quantities('A1\t0.1\nA1\t0.2')).toEqual([['A1', '0.3']]));
  it('are added up if a code occurs in two spellings', async () =>
    expect(await quantities('TS-001\t1\nts-001\t2\n036000291452\t3\n0036000291452\t4')).toEqual([
      ['TS-001', '3'],
      ['036000291452', '7'],
    ]));
  it('are distinguished from a single scan', () => {
    expect(isListOfLines('6221000000017\n')).toBe(false);
    expect(['A\nB', 'A\t3'].every(isListOfLines)).toBe(true);
  });
  it('keep their quantities next to quotes, line breaks and separators in cells', async () => {
    expect(await quantities(copied(['Product', 'Barcode', 'Qty'], ['Pipe 5" wide', '6221', '30'], ['Tee', '6222', '4']))).toEqual([
      ['6221', '30'],
      ['6222', '4'],
    ]);
    expect(await quantities('sep=;\nSKU;Name;Qty\n="00491";"Dress\nblue";12\nB-2;"Tee; red";3')).toEqual([
      ['00491', '12'],
      ['B-2', '3'],
    ]);
    await expect(linesOfText('SKU\tQty\nA\t"3\nB\t4')).rejects.toMatchObject({ code: 'file_quotes' });
  });
});

describe('lines below headers', () => {
  it('find their columns by whole headers, in any order and either language', async () => {
    expect(
      (
        await read(
          ['Product', 'Unit cost', 'Qty', 'Barcode', 'Discount'],
          ['Abaya', '812.5', '24', '6221000000017', '5'],
          ['', '', '', '', ''],
        )
      ).lines,
    ).toEqual([{ row: 2, code: '6221000000017', quantity: '24', cost: '812.5', discount: '5' }]);
    expect((await read(['الباركود', 'الكمية', 'سعر الشراء'], ['٦٢٢١', '١٢', '٤٨٦٫٥'])).lines).toEqual([
      { row: 2, code: '6221', quantity: '12', cost: '486.5', discount: '' },
    ]);
    expect((await read(['Discount', 'SKU', 'Counted', 'Pieces per box'], ['7', 'A', '3', '12'])).lines).toMatchObject([
      { code: 'A', quantity: '3', discount: '7' },
    ]);
    expect((await read(['رقم القطعة', 'كود الصنف', 'سعر القطعة', 'عدد القطع'], ['1', 'A', '90', '3'])).lines).toMatchObject([
      { code: 'A', quantity: '3', cost: '90' },
    ]);
    expect((await read(['Supplier code', 'Barcode', 'Selling price', 'Unit cost', 'Qty'], ['X9', '6221', '90', '50', '3'])).lines).toEqual([
      { row: 2, code: '6221', quantity: '3', cost: '50', discount: '' },
    ]);
  });
  it('may stand below titles', async () =>
    expect((await read(['Order of May'], [], ['SKU', 'Qty'], ['A', '3'])).lines).toEqual([
      { row: 4, code: 'A', quantity: '3', cost: '', discount: '' },
    ]));
  it('take the SKU where a row has no barcode', async () =>
    expect((await read(['Barcode', 'SKU', 'Qty'], ['6221', 'A', '3'], ['', 'B', '4'])).lines.map(({ code }) => code)).toEqual([
      '6221',
      'B',
    ]));
  it('are left out and counted if their quantity is empty', async () =>
    expect(await read(['SKU', 'Qty'], ['A', '3'], ['B', ''], ['C', ' '])).toMatchObject({
      lines: [{ code: 'A' }],
      unread: [],
      leftOut: 2,
    }));
  it('are one piece each only if no column may hold the quantity', async () => {
    expect(
      (await read(['No', 'Code', 'Article', 'Retail price'], ['1', '6221', 'Abaya', '450'], ['2', '6222', 'Tee', '90'])).lines,
    ).toMatchObject([{ quantity: '1' }, { quantity: '1' }]);
    await expect(read(['Code', 'Stk'], ['6221', '5'])).rejects.toMatchObject({ code: 'lines_no_quantity', values: { columns: '“Stk”' } });
  });
  it('are refused if two columns may be the quantity', () =>
    expect(read(['SKU', 'Qty', 'Pieces'], ['A', '3', '36'])).rejects.toMatchObject({
      code: 'lines_column_twice',
      values: { columns: '“Qty”, “Pieces”' },
    }));
  it('are refused if their amounts are in another currency', async () => {
    await expect(read(['SKU', 'Qty', 'Cost (USD)'], ['A', '3', '5'])).rejects.toMatchObject({ code: 'lines_other_currency' });
    expect(await read(['SKU', 'Qty', 'Cost (EGP)'], ['A', '3', '5 ج.م'], ['B', '1', '$5'])).toMatchObject({
      lines: [{ cost: '5' }],
      unread: [{ row: 3, text: 'B 1 $5' }],
    });
  });
  it('keep a discount in percent', async () => {
    expect((await read(['SKU', 'Qty', 'Discount'], ['A', '3', '5%'], ['B', '1', '7'])).lines.map(({ discount }) => discount)).toEqual([
      '5%',
      '7',
    ]);
    expect((await read(['SKU', 'Qty', 'Discount %'], ['A', '3', '5'])).lines).toMatchObject([{ discount: '5%' }]);
  });
});

describe('lines without headers', () => {
  it('are code, quantity, cost and discount, and one piece without a quantity', async () =>
    expect((await read(['00417', '3', '9.99', '1'], ['DN-7'])).lines).toEqual([
      { row: 1, code: '00417', quantity: '3', cost: '9.99', discount: '1' },
      { row: 2, code: 'DN-7', quantity: '1', cost: '', discount: '' },
    ]));
  it('report unreadable rows, including damaged codes, instead of guessing', async () =>
    expect(
      await linesOfText(
        copied(
          ['6.22E+12', '1'],
          ['A', 'many'],
          ['B', '1'],
          ['B', '2'],
          ['', ''],
          ['C', '1', 'cheap'],
          ['', '4'],
          ['D', '#N/A'],
          ['#REF!', '1'],
          ['4-Feb', '1'],
        ),
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
        { row: 8, text: 'D #N/A' },
        { row: 9, text: '#REF! 1' },
        { row: 10, text: '4-Feb 1' },
      ],
      leftOut: 0,
    }));
});

describe('a file of lines', () => {
  const columns = [{ header: 'Barcode', value: (row: string) => row, kind: 'code' as const }];
  it('is read with all digits of its codes', async () => {
    const { lines } = await linesOfFile(new File([await workbookOf(columns, ['0062210442013'])], 'lines.xlsx'));
    expect(lines.map(({ code }) => code)).toEqual(['0062210442013']);
  });
  it.each(['xlsx', 'xls'] as const)('is read as its cells show it (%s)', async (bookType) => {
    const sheet = utils.aoa_to_sheet([
      ['SKU', 'Qty', 'Discount'],
      [417, 3, 0.05],
      [12, 1250, 7],
      ['A', 1, 0],
    ]);
    Object.assign(sheet.A2 as CellObject, { z: '00000' });
    Object.assign(sheet.A3 as CellObject, { z: '"SKU-"0000' });
    Object.assign(sheet.B3 as CellObject, { z: '#,##0' });
    Object.assign(sheet.C2 as CellObject, { z: '0%' });
    Object.assign(sheet.B4 as CellObject, { t: 'e', v: 42 });
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Lines');
    const bytes = new Uint8Array(write(book, { type: 'array', bookType }) as ArrayBuffer);
    expect(await linesOfFile(new File([bytes], `lines.${bookType}`))).toEqual({
      lines: [
        { row: 2, code: '00417', quantity: '3', cost: '', discount: '5%' },
        { row: 3, code: 'SKU-0012', quantity: '1250', cost: '', discount: '7' },
      ],
      unread: [{ row: 4, text: 'A #N/A 0' }],
      leftOut: 0,
    });
  });
  it('is refused with a reason if it is empty, not a sheet, broken or no longer readable', async () => {
    await expect(linesOfFile(new File([await workbookOf(columns, [])], 'lines.xlsx'))).rejects.toMatchObject({ code: 'file_no_lines' });
    for (const other of ['%PDF-1.4\n1 0 obj', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10])]) {
      await expect(linesOfFile(new File([other], 'lines.csv'))).rejects.toMatchObject({ code: 'file_not_a_sheet' });
    }
    const page = new File(['<!DOCTYPE html><p>6221000000017</p>'], 'lines.csv');
    await expect(linesOfFile(page)).rejects.toMatchObject({ code: 'file_mislabelled', values: { claims: 'csv', content: 'html' } });
    await expect(linesOfFile(new File(['PK\u0003\u0004 not really'], 'lines.xlsx'))).rejects.toMatchObject({ code: 'file_broken' });
    const gone = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } as unknown as File;
    await expect(linesOfFile(gone)).rejects.toMatchObject({ code: 'file_changed' });
  });
});
