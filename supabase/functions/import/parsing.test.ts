import { describe, expect, it } from 'vitest';
import { utils, write } from '@e965/xlsx';
import { CsvReader } from './csv.ts';
import { dayOrderOf, readDay, readMoment } from './days.ts';
import { detectEncoding } from './encoding.ts';
import { fieldOf, findHeader, suggestMapping } from './heads.ts';
import { readFile, type SheetFile } from './file.ts';
import { readRows } from './rows.ts';
import { normalise, readCode, readFlag, readMeasure, withoutTags } from './text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, mark = true) =>
  new Uint8Array(new Uint16Array([...(mark ? '\uFEFF' : ''), ...text].map((letter) => letter.charCodeAt(0))).buffer);

/** Encodes the Arabic letters that the tests use in windows-1256. */
function windows1256(text: string): Uint8Array {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) bytes.set(new TextDecoder('windows-1256').decode(new Uint8Array([byte])), byte);
  return new Uint8Array([...text].map((letter) => bytes.get(letter) ?? 63));
}

const workbook = (rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Items');
  return new Uint8Array(write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer);
};

/** All rows of a sheet, including empty ones, as Excel numbers them. */
const rowsOf = ({ sheet }: Pick<SheetFile, 'sheet'>) => {
  const all: string[][] = [];
  for (const { row, cells } of sheet) all[row - 1] = cells;
  return Array.from(all, (cells) => cells ?? []);
};
const numbered = (rows: string[][]) => rows.map((cells, index) => ({ row: index + 1, cells, numbers: [] }));

describe('days', () => {
  it.each([
    ['2026-11-05', '2026-11-05'],
    ['2026/11/5', '2026-11-05'],
    ['05/11/2026', '2026-11-05'],
    ['5.11.26', '2026-11-05'],
    ['2026-11-05T10:30:00', '2026-11-05'],
    ['٥/١١/٢٠٢٦', '2026-11-05'],
    ['5 Nov 2026', '2026-11-05'],
    ['Nov 5, 2026', '2026-11-05'],
    ['05-Nov-26', '2026-11-05'],
    ['٥ نوفمبر ٢٠٢٦', '2026-11-05'],
    ['46331', '2026-11-05'],
    ['31/02/2026', '31/02/2026'],
    ['13/13/2026', '13/13/2026'],
    ['soon', 'soon'],
  ])('reads %s as %s', (text, day) => {
    expect(readDay(text, 'day')).toBe(day);
  });
  it('detects from other cells whether the day or the month comes first', () => {
    expect(dayOrderOf(['05/11/2026', '11/25/2026'])).toBe('month');
    expect(dayOrderOf(['05/11/2026', '25/11/2026'])).toBe('day');
    expect(readDay('05/11/2026', dayOrderOf(['05/11/2026']))).toBe('2026-11-05');
    expect(readDay('05/11/2026', 'month')).toBe('2026-05-11');
  });
  it('of a timestamp are those in the time zone of the business', () => {
    for (const zone of ['Z', ' UTC', ' GMT', ' +0000', '+00:00'])
      expect(readDay(`2026-11-05 22:30:00${zone}`, 'day', 'Africa/Cairo'), zone).toBe('2026-11-06');
  });
  it('recognizes dates of a workbook by their cell format', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Date', 'Size'],
      [
        { t: 'n', v: 46331, z: 'm/d/yy' },
        { t: 'n', v: 46331, z: 'd-mmm' },
      ],
    ]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Orders');
    const read = await readFile('orders.xlsx', new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer), {});
    expect(rowsOf(read)[1]).toEqual(['2026-11-05', '5-Nov']);
  });
});

describe('moments', () => {
  it.each([
    ['2026-11-05 14:05', '2026-11-05 14:05:00'],
    ['05/11/2026 2:05:09 PM', '2026-11-05 14:05:09'],
    ['٥/١١/٢٠٢٦ ٢:٠٥ م', '2026-11-05 14:05:00'],
    ['5 Nov 2026, 12:30 am', '2026-11-05 00:30:00'],
    ['2026-11-05T14:05:00.250Z', '2026-11-05 14:05:00Z'],
    ['2026-11-05 14:05:00 +0200', '2026-11-05 14:05:00+0200'],
    ['2026-11-05 22:30:00 UTC', '2026-11-05 22:30:00Z'],
    ['2026-11-05 22:30 GMT+0200', '2026-11-05 22:30:00+0200'],
    ['46331.5868055556', '2026-11-05 14:05:00'],
    ['5/11/2026', '2026-11-05'],
    ['2026-11-05 22:30:00 EST', '2026-11-05 22:30:00 EST'],
    ['5/11/2026 22h30', '5/11/2026 22h30'],
    ['5/11/2026 14:05 PM', '5/11/2026 14:05 PM'],
    ['31/02/2026 10:00', '31/02/2026 10:00'],
    ['14:05', '14:05'],
    ['soon', 'soon'],
  ])('reads %s as %s', (text, moment) => {
    expect(readMoment(text, 'day')).toBe(moment);
  });
  it('recognizes times of a workbook by their cell format', async () => {
    const sheet = utils.aoa_to_sheet([['Date'], [{ t: 'n', v: 46331.5868055556, z: 'm/d/yy h:mm' }]]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Sales');
    const read = await readFile('sales.xlsx', new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer), {});
    expect(rowsOf(read)[1]).toEqual(['2026-11-05 14:05:00']);
  });
});

describe('sales', () => {
  it('are read from the file format of tills', () => {
    const text =
      'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n536365,85123A,HEART HOLDER,6,2010-12-01 08:26:00,2.55,17850.0,United Kingdom\n,D,Discount,-1,,27.5,,';
    const rows = text.split('\n').map((row) => row.split(','));
    expect([
      ...readRows({ kind: 'sales', rows: numbered(rows), header: 1, mapping: suggestMapping(rows[0]!, 'sales').mapping, decimalMark: '.' }),
    ]).toEqual([
      {
        row: 2,
        reference: '536365',
        sold_at: '2010-12-01 08:26:00',
        customer: '17850',
        sku: '85123A',
        product: 'HEART HOLDER',
        quantity: '6',
        unit_price: '2.55',
      },
      {
        row: 3,
        reference: '536365',
        sold_at: '2010-12-01 08:26:00',
        customer: '17850',
        sku: 'D',
        product: 'Discount',
        quantity: '-1',
        unit_price: '27.5',
      },
    ]);
  });
});

describe('expenses', () => {
  const read = (text: string, currency?: string) => {
    const rows = text.split('\n').map((row) => row.split(','));
    const { mapping, otherwise, contested, system } = suggestMapping(rows[0]!, 'expenses');
    return {
      rows: [...readRows({ kind: 'expenses', rows: numbered(rows), header: 1, mapping, otherwise, decimalMark: '.', currency })],
      contested,
      system,
    };
  };
  it('are read from plain lists in either language', () => {
    expect(
      read('Date,Description,Account,Vendor,Total,VAT rate,Paid through,No.\n5/11/2026,Door lock,Repairs,Delta,450.50,14%,Cash,17').rows,
    ).toEqual([
      {
        row: 2,
        spent_on: '2026-11-05',
        notes: 'Door lock',
        category: 'Repairs',
        supplier: 'Delta',
        amount: '450.50',
        tax_rate: '14',
        payment_method: 'Cash',
        reference: '17',
      },
    ]);
    expect(
      read(
        'تاريخ الصرف,بند الصرف,البيان,المبلغ,المستفيد,رقم السند,طريقة السداد,المدفوع,الموظف\n٥/١١/٢٠٢٦,إيجار,نوفمبر,١٨٬٠٠٠,المالك,٠٠٤,نقدي,٥٠٠,هدى',
      ).rows,
    ).toEqual([
      {
        row: 2,
        spent_on: '2026-11-05',
        category: 'إيجار',
        notes: 'نوفمبر',
        amount: '18000',
        supplier: 'المالك',
        reference: '004',
        payment_method: 'نقدي',
        paid: '500',
        assigned: 'هدى',
      },
    ]);
  });
  it('use a number as reference only without a reference column, and ask about two amounts', () => {
    expect(suggestMapping(['Number', 'Reference number', 'Date'], 'expenses').mapping).toEqual([null, 'reference', 'spent_on']);
    expect(suggestMapping(['Date', 'Amount', 'Total'], 'expenses').contested).toEqual([{ field: 'amount', columns: [1, 2] }]);
  });
  it.each(['Amount', 'Expense Amount'])('of Zoho without a total do not import %s, which is before tax', (head) => {
    const heads = `Expense Date,Expense Account,Paid Through,${head},Tax Amount`;
    const { rows, contested, system } = read(`${heads}\n2026-11-05,Office,Petty Cash,100,14`, 'EGP');
    expect([system, contested]).toEqual(['Zoho', []]);
    expect(rows).toEqual([{ row: 2, spent_on: '2026-11-05', category: 'Office', payment_method: 'Petty Cash' }]);
  });
  it('of Zoho with a blank total have no amount', () => {
    const { rows } = read(
      'Expense Date,Expense Account,Paid Through,Amount,Total\n2026-11-05,Office,Visa,100,114\n2026-11-06,Ads,Visa,50,',
    );
    expect(rows.map(({ amount }) => amount)).toEqual(['114', undefined]);
  });
  it('of Zoho use the total with tax, with the currency of each row', () => {
    const heads =
      'Expense Date,Expense Description,Expense Account,Paid Through,Vendor,Reference#,Currency Code,Tax Name,Tax Percentage,Expense Amount,Tax Amount,Total,Customer Name';
    const { rows, contested, system } = read(
      `${heads}\n2026-11-05,Lamp,Office,Petty Cash,Delta,R-1,EGP,VAT,14,100,14,114,\n2026-11-06,Ads,Marketing,Visa,,,USD,,,100,0,100,Mona`,
      'EGP',
    );
    expect([system, contested]).toEqual(['Zoho', []]);
    expect(rows).toEqual([
      {
        row: 2,
        spent_on: '2026-11-05',
        notes: 'Lamp',
        category: 'Office',
        payment_method: 'Petty Cash',
        supplier: 'Delta',
        reference: 'R-1',
        tax_rate: '14',
        amount: '114',
      },
      // The database then reports it as an invalid number.
      { row: 3, spent_on: '2026-11-06', notes: 'Ads', category: 'Marketing', payment_method: 'Visa', amount: '100 USD', customer: 'Mona' },
    ]);
  });
});

describe('orders', () => {
  const read = (text: string) => {
    const rows = text.split('\n').map((row) => row.split(','));
    return [
      ...readRows({
        kind: 'purchase_orders',
        rows: numbered(rows),
        header: 1,
        mapping: suggestMapping(rows[0]!, 'purchase_orders').mapping,
        decimalMark: '.',
      }),
    ];
  };
  it('fill blank order cells from the order’s first row', () => {
    expect(
      read('Invoice no,Supplier,Date,Item code,Qty,Cost,Status\n7,Delta,5/11/2026,A,2,1.5,Open\n,,,B,3,2,\n8,,,C,1,1,received'),
    ).toEqual([
      { row: 2, reference: '7', supplier: 'Delta', ordered_on: '2026-11-05', sku: 'A', quantity: '2', unit_cost: '1.5', status: 'pending' },
      { row: 3, reference: '7', supplier: 'Delta', ordered_on: '2026-11-05', sku: 'B', quantity: '3', unit_cost: '2' },
      { row: 4, reference: '8', sku: 'C', quantity: '1', unit_cost: '1', status: 'received' },
    ]);
  });
});

describe('words', () => {
  it('are normalized as in the database', () => {
    expect(normalise('  الأزرقُ   ٣ ')).toBe('الازرق 3');
    expect(normalise('Crème BRÛLÉE')).toBe('creme brulee');
  });
  it('are read as flags in both languages', () => {
    expect([readFlag('نعم'), readFlag('غير نشط'), readFlag('Active'), readFlag('maybe')]).toEqual(['true', 'false', 'true', 'maybe']);
  });
  it('tell how goods are sold, as a unit or as yes and no', () => {
    expect(['By measure', 'weight', 'بالمتر', 'Y', 'Each', 'بالقطعة', 'لا', 'sometimes'].map(readMeasure)).toEqual([
      'true',
      'true',
      'true',
      'true',
      'false',
      'false',
      'false',
      'sometimes',
    ]);
  });
  it('are tidied if they are codes, keeping leading zeros', () => {
    expect([
      readCode('٦٢٢ ١٢٣٤ 567891', true),
      readCode('0012', true),
      readCode('6221234567891.0', true),
      readCode('A 1-2', false),
      readCode('\u200f6221234567891\u200e', true),
      readCode('\u2068DN-١\u2069', false),
    ]).toEqual(['6221234567891', '0012', '6221234567891', 'A 1-2', '6221234567891', 'DN-1']);
  });
  it('lose their HTML tags', () => {
    expect(withoutTags('<p>Soft &amp; warm<br>cotton</p><script>x</script><ul><li>one</li><li>two</li></ul>')).toBe(
      'Soft & warm\ncotton\none\ntwo',
    );
    expect(withoutTags('5 < 6 and 7 > 3')).toBe('5 < 6 and 7 > 3');
  });
});

describe('headers', () => {
  it.each([
    ['Selling Price (EGP)', 'price'],
    ['اسم الصنف', 'name'],
    ['الباركود', 'barcode'],
    ['bar_code', 'barcode'],
    ['Colour', 'color'],
    ['المقاس', 'size'],
    ['Qty.', 'quantity'],
    ['Cost per item', 'purchase_price'],
    ['Item barcode', 'barcode'],
    ['سعر الصنف', 'price'],
    ['In stock', 'quantity'],
    ['Item Group', 'category'],
    ['مجموعة الصنف', 'category'],
    ['Price EGP', 'price'],
    ['أقصى خصم %', 'max_discount'],
  ])('recognize %s as %s', (head, field) => {
    expect(fieldOf(head, 'products')).toBe(field);
  });
  it('must match exactly', () => {
    expect(
      ['Brannd', 'Product type code', 'Tax status', 'In stock date', 'Prices incl. VAT', 'Group buying'].map((head) =>
        fieldOf(head, 'products'),
      ),
    ).toEqual([null, null, null, null, null, null]);
  });
  it('are ambiguous if two filled columns fit one field', () => {
    const heads = ['Item', 'Product name', 'Remarks', 'Price', 'Unit price'];
    expect(suggestMapping(heads, 'products')).toMatchObject({
      mapping: [null, null, null, null, null],
      contested: [
        { field: 'name', columns: [0, 1] },
        { field: 'price', columns: [3, 4] },
      ],
      system: null,
    });
    expect(suggestMapping(heads, 'products', (column) => column !== 1 && column !== 3)).toMatchObject({
      mapping: ['name', null, null, null, 'price'],
      contested: [],
      system: null,
    });
    // Most files call the price “Price”; in an order it is the cost only if no other column is.
    expect(suggestMapping(['Supplier', 'SKU', 'Qty', 'Price', 'Cost'], 'purchase_orders')).toMatchObject({
      mapping: ['supplier', 'sku', 'quantity', null, 'unit_cost'],
      contested: [],
    });
  });
  it('take the description as the name if there is no name', () => {
    expect(suggestMapping(['StockCode', 'Description', 'UnitPrice'], 'products').mapping).toEqual(['sku', 'name', 'price']);
    expect(suggestMapping(['Name', 'Description'], 'products').mapping).toEqual(['name', 'description']);
    expect(suggestMapping(['StockCode', 'UnitPrice'], 'products').mapping).toEqual(['sku', 'price']);
  });
  it('are found below a title', () => {
    expect(findHeader([['Stock list 2026'], [], ['Name', 'Price', 'Qty'], ['Mug', '5', '1']], 'products')).toBe(2);
  });
});

describe('files', () => {
  it('are decoded by their detected encoding', () => {
    const text = 'الاسم,السعر\nقميص أزرق,٥٠\n';
    expect(detectEncoding(utf8(text)).encoding).toBe('utf-8');
    expect(detectEncoding(utf16(text)).encoding).toBe('utf-16le');
    expect(detectEncoding(utf16('Name,Price\nMug,5\n', false)).encoding).toBe('utf-16le');
    expect(detectEncoding(windows1256(text)).encoding).toBe('windows-1256');
    expect(detectEncoding(new Uint8Array([...utf8('Caf'), 0xe9, ...utf8(' cr'), 0xe8, ...utf8('me')])).encoding).toBe('windows-1252');
  });

  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ])('are split by the separator %s', async (_, separator) => {
    const file = await readFile('a.csv', utf8(`Name${separator}Price\n"a ${separator} b"${separator}5\n`), {});
    expect(file.separator).toBe(separator);
    expect(rowsOf(file)[1]).toEqual([`a ${separator} b`, '5']);
  });

  it("are read in windows-1256 with Excel's sep= line", async () => {
    const file = await readFile('a.csv', windows1256('sep=;\r\nالاسم;السعر\r\nقميص;50\r\n'), {});
    expect(rowsOf(file)).toEqual([[], ['الاسم', 'السعر'], ['قميص', '50']]);
  });

  it('report an invalid byte with its row, and are read as UTF-8 anyway on request', async () => {
    const damaged = new Uint8Array([...utf8('الاسم,السعر\n"كوب\nكبير",5\nقميص أزرق '), 0xe9, ...utf8(' قطن,50\n')]);
    await expect(readFile('a.csv', damaged, {})).rejects.toMatchObject({
      code: 'file_bad_byte',
      status: 422,
      values: { row: 3, text: 'قميص أزرق \uFFFD قطن', encoding: 'utf-8' },
    });
    expect(rowsOf(await readFile('a.csv', damaged, { encoding: 'utf-8' }))[2]).toEqual(['قميص أزرق \uFFFD قطن', '50']);
    expect((await readFile('a.csv', damaged, { encoding: 'windows-1252' })).encoding).toBe('windows-1252');
    const wide = utf16('Name\nMug\nC\ud83dup\n');
    await expect(readFile('a.csv', wide, {})).rejects.toMatchObject({ code: 'file_bad_byte', values: { row: 3, encoding: 'utf-16le' } });
  });

  it('follow RFC 4180 for quotes and line ends, and report invalid quotes', async () => {
    expect(rowsOf(await readFile('a.csv', utf8('a,"b ""x"", c"\r\n"two\r\nlines" ,5" pipe\r"",x\n\n"end"'), { separator: ',' }))).toEqual([
      ['a', 'b "x", c'],
      ['two\r\nlines', '5" pipe'],
      ['', 'x'],
      [],
      ['end'],
    ]);
    await expect(readFile('a.csv', utf8('Name,Price\nMug,5\n"A" tail,6\n"B",7\n'), {})).rejects.toMatchObject({
      code: 'file_after_quotes',
      values: { row: 3 },
    });
    await expect(readFile('a.csv', utf8('Name,Price\n"A",5\n"B ""x"",6\n'), {})).rejects.toMatchObject({
      code: 'file_quotes',
      values: { row: 3 },
    });
  });

  it('read the same however the CSV stream is split', () => {
    const source = 'a,"b ""x"""\r\n"two\r\nlines",\r,\n"" ,c"d\r\n"e"';
    const heard = (size: number) => {
      const rows: unknown[] = [];
      const reader = new CsvReader(',', 0, (row, cells) => rows.push([row, ...cells]));
      for (let at = 0; at < source.length; at += size) reader.write(source.slice(at, at + size));
      reader.end();
      return rows;
    };
    expect(heard(1000)).toEqual([
      [1, 'a', 'b "x"'],
      [2, 'two\r\nlines', ''],
      [3, '', ''],
      [4, '', 'c"d'],
      [5, 'e'],
    ]);
    for (let size = 1; size < 12; size++) expect(heard(size)).toEqual(heard(1000));
  });

  it.each(['xlsx', 'biff8'] as const)('keep the full codes of a workbook (%s)', async (bookType) => {
    const file = await readFile(
      bookType === 'xlsx' ? 'a.xlsx' : 'a.xls',
      workbook(
        [
          ['Name', 'Barcode', 'Price'],
          ['Mug', 6221234567891, 12.5],
          ['Cup', '0012', 0.1 + 0.2],
        ],
        bookType,
      ),
      {},
    );
    expect(rowsOf(file)).toEqual([
      ['Name', 'Barcode', 'Price'],
      ['Mug', '6221234567891', '12.5'],
      ['Cup', '0012', '0.3'],
    ]);
    expect(file.sheets).toEqual(['Items']);
  });

  it('never run formulas, and show numbers beyond double precision in scientific notation', async () => {
    const sheet = utils.aoa_to_sheet([['Name', 'Barcode']]);
    sheet.A2 = { t: 's', f: 'HYPERLINK("http://bad","Mug")', v: 'Mug' };
    sheet.B2 = { t: 'n', v: 12345678901234567890 };
    sheet['!ref'] = 'A1:B2';
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'S');
    const file = await readFile('a.xlsx', new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer), {});
    expect(rowsOf(file)[1]).toEqual(['Mug', '1.2345678901234567E+19']);
  });

  const xlsx = workbook([['Name'], ['Mug']]);
  it.each([
    ['empty', 'a.csv', new Uint8Array(), 'file_empty'],
    ['a picture named csv', 'a.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'file_not_a_sheet'],
    ['a pdf', 'a.pdf', utf8('%PDF-1.7'), 'file_not_a_sheet'],
    ['a workbook named csv', 'a.csv', xlsx, 'file_mislabelled'],
    ['text named xlsx', 'a.xlsx', utf8('Name,Price\n'), 'file_mislabelled'],
    ['a web page named xls', 'a.xls', utf8('<html><table></table></html>'), 'file_mislabelled'],
    ['a truncated workbook', 'a.xlsx', xlsx.subarray(0, xlsx.length / 2), 'file_broken'],
    ['a workbook with wrong bytes', 'a.xlsx', xlsx.map((byte, index) => (index > 60 && index < 160 ? byte ^ 0x55 : byte)), 'file_broken'],
    ['a quote that never ends', 'a.csv', utf8('Name,Price\n"Mug,5\nCup,6\n'), 'file_quotes'],
    ['too large', 'a.csv', new Uint8Array(21 * 1024 * 1024).fill(65), 'file_too_large'],
    [
      'a password-protected workbook',
      'a.xlsx',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...utf16('EncryptedPackage', false)]),
      'file_password_protected',
    ],
  ])('are refused: %s', async (_, name, bytes, code) => {
    await expect(readFile(name, bytes, {})).rejects.toMatchObject({ code });
  });

  it('are refused if a workbook unpacks to a huge size', async () => {
    const bomb = new Uint8Array(xlsx);
    const view = new DataView(bomb.buffer);
    for (let index = 0; index < bomb.length - 4; index++)
      if (view.getUint32(index, true) === 0x02014b50) view.setUint32(index + 24, 0x20000000, true);
    await expect(readFile('a.xlsx', bomb, {})).rejects.toMatchObject({ code: 'file_unpacks_too_large' });
  });
});

describe('rows', () => {
  const reading = (text: string, edits = {}) => {
    const rows = text.split('\n').map((line) => line.split('|'));
    const header = findHeader(rows, 'products');
    return [
      ...readRows({
        kind: 'products',
        rows: numbered(rows),
        header: header + 1,
        mapping: suggestMapping(rows[header] ?? [], 'products').mapping,
        edits,
        decimalMark: '.',
      }),
    ];
  };

  it('reads a Shopify export: options in any language, product fields once, images skipped', () => {
    expect(
      reading(`Handle|Title|Body (HTML)|Vendor|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Variant SKU|Variant Price|Variant Inventory Qty|Image Src
shirt|Shirt|<p>Soft</p>|Acme|Größe|M|Farbe|Blau|S-1|50|2|a.jpg
shirt|||||L||Blau|S-2|60|1|
shirt|||||||||||b.jpg
bag|Bag||Acme|Title|Default Title||||30|1|c.jpg`),
    ).toEqual([
      {
        row: 2,
        group: 'shirt',
        name: 'Shirt',
        description: 'Soft',
        brand: 'Acme',
        color: 'Blau',
        size: 'M',
        sku: 'S-1',
        price: '50',
        quantity: '2',
      },
      { row: 3, group: 'shirt', color: 'Blau', size: 'L', sku: 'S-2', price: '60', quantity: '1' },
      { row: 5, group: 'bag', name: 'Bag', brand: 'Acme', price: '30', quantity: '1' },
    ]);
  });

  it('reads Arabic headers and digits, blank names, and corrected cells', () => {
    expect(reading('الصنف|اللون|المقاس|السعر|الباركود\nقميص|أزرق|M|٥٠٫٥|٠٠١٢\n|أحمر|M|خمسون|', { 3: { price: '٥٠' } })).toEqual([
      { row: 2, name: 'قميص', color: 'أزرق', size: 'M', price: '50.5', barcode: '0012' },
      { row: 3, name: 'قميص', color: 'أحمر', size: 'M', price: '50' },
    ]);
  });

  it('skips a row that the user leaves out', () => {
    expect(reading('Name|Price\nMug|5\nCup|6\nPot|7', { 3: null })).toEqual([
      { row: 2, name: 'Mug', price: '5' },
      { row: 4, name: 'Pot', price: '7' },
    ]);
  });

  it('treats a cell with invisible characters only as empty', () => {
    expect(reading('Name|Price|Color\n\u200b\u200e|5|\u00ad\n\u3164|\u2800|\u200f\nMug|6|\u200fRed', { 2: { color: '\u2060' } })).toEqual([
      { row: 2, price: '5' },
      { row: 4, name: 'Mug', price: '6', color: '\u200fRed' },
    ]);
  });

  it('removes the apostrophe that our own exports add', () => {
    expect(reading("Name|Price\n'=SUM|5")[0]).toMatchObject({ name: '=SUM' });
    expect(reading("Name|Price\n'-5;'=SUM; 'ok' it's|5")[0]).toMatchObject({ name: "-5;=SUM; 'ok' it's" });
  });
});
