import { describe, expect, it } from 'vitest';
import { readCase } from '../../tests/import-cases/read.ts';
import type { Kind } from './fields.ts';

/* Files that were difficult in other shops, each with the correct result. */

const rowsOf = async (name: string, kind: Kind = 'products', text?: string) => (await readCase(name, kind, { text })).rows;

describe('headers', () => {
  it('01: “In stock” is the quantity', async () => {
    expect(await rowsOf('01-in-stock.csv')).toEqual([
      { row: 2, name: 'Clay mug', sku: 'CASE-10', price: '60', quantity: '25' },
      { row: 3, name: 'Glass cup', sku: 'CASE-11', price: '45', quantity: '40' },
    ]);
  });

  it('02: “Item Group” is the category, in both languages', async () => {
    const rows = await rowsOf('02-item-group.csv');
    expect(rows.map(({ name, category, group }) => [name, category, group])).toEqual([
      ['Layla abaya', 'Abayas', undefined],
      ['Noor abaya', 'Abayas', undefined],
      ['Clay mug', 'Kitchen', undefined],
      ['Glass cup', 'Kitchen', undefined],
    ]);
    expect(rows[0]).toEqual({ row: 2, sku: 'CASE-21', name: 'Layla abaya', category: 'Abayas', color: 'Black', size: 'M', price: '900' });
    expect((await rowsOf('02-item-group-ar.csv')).map(({ name, category, group, price }) => [name, category, group, price])).toEqual([
      ['عباية ليلى', 'عبايات', undefined, '900'],
      ['عباية نور', 'عبايات', undefined, '1100'],
    ]);
  });

  it('03: a percentage in a header or cell is not read as an amount', async () => {
    expect((await rowsOf('03-discount-percent.csv', 'purchase_orders')).map(({ unread }) => unread)).toEqual([
      { discount: 'is_percentage' },
      { discount: 'is_percentage' },
    ]);
    expect((await rowsOf('03-tax-percent.csv', 'purchase_orders')).map(({ unread }) => unread)).toEqual([{ tax: 'is_percentage' }]);
    const orders = (head: string, cell: string) =>
      rowsOf('a.csv', 'purchase_orders', `Supplier,Date,SKU,Qty,Unit cost,${head}\nDelta,2026-11-05,A,1,10,${cell}\n`);
    for (const [head, cell] of [
      ['Discount', '5%'],
      ['Discount', '٥٪'],
      ['نسبة الخصم', '5'],
      ['Discount percent', '5'],
      ['Tax rate', '14'],
    ] as const) {
      expect(Object.values((await orders(head, cell))[0]?.unread ?? {}), `${head} ${cell}`).toEqual(['is_percentage']);
    }
    expect((await orders('Discount %', '0'))[0]).toMatchObject({ discount: '0' });
    expect((await orders('Discount', '5'))[0]?.unread).toBeUndefined();
    expect((await rowsOf('a.csv', 'products', 'Name,Price,Max discount %\nMug,5,12.5%\n'))[0]).toEqual({
      row: 2,
      name: 'Mug',
      price: '5',
      max_discount: '12.5',
    });
  });

  it('11: a price header with another currency is flagged', async () => {
    expect((await rowsOf('11-cost-in-dollars.csv', 'purchase_orders'))[0]).toMatchObject({
      unit_cost: '12.50',
      unread: { unit_cost: 'other_currency' },
    });
    const priced = async (head: string) => (await rowsOf('a.csv', 'products', `Name,${head}\nMug,5\n`))[0];
    for (const head of ['Price ($)', 'Price USD', 'Price [EUR]', 'السعر (ريال)', 'السعر (دولار)', 'Price £', 'سعر البيع (ر.س)'])
      expect(await priced(head), head).toMatchObject({ price: '5', unread: { price: 'other_currency' } });
    for (const head of ['Price (EGP)', 'Price LE', 'السعر (جنيه)', 'سعر البيع (ج.م)', 'Price (incl. tax)', 'Price'])
      expect(await priced(head), head).toEqual({ row: 2, name: 'Mug', price: '5' });
  });

  it('people: first and last names are joined', async () => {
    expect(await rowsOf('a.csv', 'customers', 'First Name,Last Name,Phone\nMona,Adel,01001234567\nHany,,01001234568\n')).toEqual([
      { row: 2, name: 'Mona Adel', phone: '01001234567' },
      { row: 3, name: 'Hany', phone: '01001234568' },
    ]);
  });
});

describe('cells', () => {
  it('04: markers that protect leading zeros are removed from codes', async () => {
    expect((await rowsOf('04-equals-guard.csv')).map(({ sku, barcode, unread }) => [sku, barcode, unread])).toEqual([
      ['00417', '0036000291452', undefined],
      ['00418', '6221234567013', undefined],
    ]);
    expect((await rowsOf('a.csv', 'products', "Name,SKU,Price\nMug,'0012,'5\n"))[0]).toEqual({
      row: 2,
      name: 'Mug',
      sku: '0012',
      price: '5',
    });
  });

  it('07: a formula without a stored result is flagged, not empty', async () => {
    expect(await rowsOf('07-formula-no-value.xlsx')).toEqual([
      { row: 2, name: 'Mug', sku: 'CASE-50', price: '50', quantity: '=2+3', unread: { quantity: 'formula_not_calculated' } },
      { row: 3, name: 'Cup', sku: 'CASE-51', price: '=C2*0.9', quantity: '4', unread: { price: 'formula_not_calculated' } },
    ]);
  });
  it('07: a formula that xlwt saved without a result is flagged, not empty', async () => {
    expect(await rowsOf('07-formula-no-value.xls')).toEqual([
      { row: 2, name: 'Mug', price: '=2+3', unread: { price: 'formula_not_calculated' } },
      { row: 3, name: 'Cup', price: '12.5' },
    ]);
  });

  it('09: the decimal mark is detected from text cells, not from numbers', async () => {
    expect((await rowsOf('09-dot-thousands.xlsx')).map(({ price, quantity }) => [price, quantity])).toEqual([
      ['1250', '3'],
      ['89.90', '2.5'],
    ]);
  });

  it.each([
    ['both marks', 'Name;Price\nA;12,50\nB;99.5\nC;1.250\nD;1,250', ['12.50', '99.5', '1.250', '1,250'], [2]],
    ['no mark', 'Name;Price\nA;1.250\nB;2.500', ['1.250', '2.500'], [0, 1]],
    ['a comma in Arabic digits', 'Name,Price\nA,"١٢,٥٠"\nB,"١,٢٥٠"', ['12.50', '1.250'], []],
    ['a number of four digits before its mark', 'Name;Price\nA;1250.000\nB;1.250', ['1250.000', '1.250'], []],
  ])('09: what may be 1250 or 1.25 is a problem in a column with %s', async (_, text, prices, unclear) => {
    const { rows } = await readCase('a.csv', 'products', { text });
    expect(rows.map(({ price }) => price)).toEqual(prices);
    expect(rows.flatMap(({ unread }, index) => (unread?.price === 'number_invalid' ? [index] : []))).toEqual(unclear);
    const placed = await readCase('a.csv', 'products', {
      text: 'Token;Item Name;Variation Name;SKU;Price;Current Quantity Shop;Current Quantity Store\nT;A;Regular;A;12;1.250;3',
    });
    expect(placed.rows.map(({ quantity, unread }) => [quantity, unread])).toEqual([
      ['1.250', { quantity: 'number_invalid' }],
      ['3', undefined],
    ]);
  });

  it("12: a UTC timestamp becomes the day in the business's time zone", async () => {
    expect((await rowsOf('12-utc-stamps.csv', 'purchase_orders'))[0]).toMatchObject({ ordered_on: '2026-11-06', due_on: '2026-12-06' });
  });

  it('13: lost letters are flagged, and recoverable ones repaired', async () => {
    expect((await rowsOf('13-question-marks.csv')).map(({ unread }) => unread)).toEqual([
      { name: 'letters_lost', color: 'letters_lost' },
      { name: 'letters_lost', color: 'letters_lost' },
      { name: 'letters_lost', color: 'letters_lost' },
    ]);
    expect(await rowsOf('13-mojibake.csv')).toEqual([{ row: 2, name: 'قميص أزرق', sku: 'CASE-272', price: '250' }]);
    const mac = await readCase('13-macroman.csv', 'products');
    expect([mac.encoding, ...mac.rows]).toEqual([
      'macintosh',
      { row: 2, name: 'Café crème', sku: 'CASE-270', price: '12.50' },
      { row: 3, name: 'Séchoir à main', sku: 'CASE-271', price: '1250.00' },
    ]);
    const name = async (text: string) => (await rowsOf('a.csv', 'products', `Name,Price\n${text},5\n`))[0];
    expect(await name('ظ‚ظ…ظٹطµ')).toMatchObject({ name: 'قميص' });
    expect(await name('Menâ€™s shirt')).toMatchObject({ name: 'Men’s shirt' });
    expect(await name('Men&#39;s &amp; boys')).toMatchObject({ name: "Men's & boys" });
    expect(await name('Ù‚Ù…ÙŠØµ Ø')).toMatchObject({ unread: { name: 'text_garbled' } });
    // Already correct.
    for (const text of ['CAFÉ’S', 'Crème brûlée', 'عباية ظِل', 'What is it? Really??', 'Ø 40 mm', 'Größe ‚M‘', '¿Qué?'])
      expect(await name(text)).toEqual({ row: 2, name: text, price: '5' });
  });

  it.each(['xlsx', 'xls', 'csv'])('14: a size that a spreadsheet turned into a date is flagged (%s)', async (ending) => {
    expect((await rowsOf(`14-size-became-date.${ending}`)).map(({ size, unread }) => [size, unread])).toEqual([
      [expect.any(String), { size: 'became_date' }],
      [expect.any(String), { size: 'became_date' }],
      ['6-8', undefined],
    ]);
  });
  it('14: a corrected size is taken as typed', async () => {
    const { rows } = await readCase('14-size-became-date.csv', 'products', { edits: { 2: { size: '2-4' }, 3: { size: '12-Oct' } } });
    expect(rows.map(({ size, unread }) => [size, unread])).toEqual([
      ['2-4', undefined],
      ['12-Oct', undefined],
      ['6-8', undefined],
    ]);
  });

  it('16: a number with a trailing .0 becomes an integer again', async () => {
    expect(await rowsOf('16-sku-float.csv')).toMatchObject([{ sku: '1001' }]);
  });

  it('19: reads Arabic digits and marks', async () => {
    expect(
      (await rowsOf('19-arabic-dates.csv', 'purchase_orders')).map(({ reference, ordered_on, due_on, quantity }) => [
        reference,
        ordered_on,
        due_on,
        quantity,
      ]),
    ).toEqual([
      ['901', '2026-11-05', '2026-11-25', '3'],
      ['902', '2026-11-06', '2026-11-26', '2'],
    ]);
    expect((await rowsOf('a.csv', 'products', 'الاسم,السعر\nكوب,٤٩،٥\n'))[0]).toMatchObject({ price: '49.5' });
  });

  it.each([
    ['0100 123 4567 / 0111 222 3333', true],
    ['01001234567 أو 01112223333', true],
    ['٠١٠٠١٢٣٤٥٦٧ - ٠١١١٢٢٢٣٣٣٣', true],
    ['01001234567-01112223333', true],
    ['01001234567\n01112223333', true],
    ['01001234567  01112223333', true],
    ['+20 100-123-4567', false],
    ['0100 123 4567', false],
    ['02-12345678', false],
  ])('two phones in one cell are flagged: %j', async (phone, areTwo) => {
    const [customer] = await rowsOf('a.csv', 'customers', `Name,Phone\nMona,"${phone}"\n`);
    expect(customer?.unread).toEqual(areTwo ? { phone: 'two_phones' } : undefined);
  });

  it('a column “VAT” of contacts is read as tax numbers, not as rates', async () => {
    for (const [cell, isNumber] of [
      ['204-118-356', true],
      ['EG٢٠٤', true],
      ['14%', false],
      ['٪١٤', false],
      ['Yes', false],
      ['-', false],
    ] as const) {
      const [customer] = await rowsOf('a.csv', 'customers', `Name,VAT\nMona,${cell}\n`);
      expect(customer?.unread, cell).toEqual(isNumber ? undefined : { tax_number: 'not_tax_number' });
    }
    expect(await rowsOf('a.csv', 'customers', 'Name,VAT (14%)\nMona,140\n')).toEqual([{ row: 2, name: 'Mona' }]);
  });

  it('a row with more cells than headers is flagged, but an extra column is not', async () => {
    const shifted = 'Name,SKU,Price\nMug,A,5\nCup, large,B,6\nPot,C,7\n';
    expect((await rowsOf('a.csv', 'products', shifted)).map(({ unread }) => unread)).toEqual([
      undefined,
      { name: 'more_cells_than_heads' },
      undefined,
    ]);
    expect((await rowsOf('a.csv', 'products', 'Name,SKU,Price\nMug,A,5,x\nCup,B,6,y\n')).map(({ unread }) => unread)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('sheets', () => {
  it('21: a merged cell applies to all its rows', async () => {
    expect(
      (await rowsOf('21-merged-order.xlsx', 'purchase_orders')).map(({ supplier, reference, ordered_on, quantity, unit_cost }) => [
        supplier,
        reference,
        ordered_on,
        quantity,
        unit_cost,
      ]),
    ).toEqual([
      ['Delta Textiles', 'PO-2901', '2026-11-05', '10', '20'],
      ['Delta Textiles', 'PO-2901', '2026-11-05', '5', '30'],
    ]);
  });
  it('22: the first visible sheet is opened', async () => {
    const { sheet, sheets, rows } = await readCase('22-hidden-first-sheet.xlsx', 'products');
    expect({ sheet, sheets, rows }).toEqual({
      sheet: 'Items',
      sheets: ['Lists', 'Items'],
      rows: [{ row: 2, name: 'Mug', sku: 'CASE-280', price: '50' }],
    });
  });
});

describe('other programs', () => {
  it('17: WooCommerce: reads products with their variations', async () => {
    const { system, contested, rows } = await readCase('17-woocommerce.csv', 'products');
    expect([system, contested]).toEqual(['WooCommerce', []]);
    expect(rows).toEqual([
      { row: 2, group: 'SHIRT', name: 'Linen shirt', category: 'Men > Shirts', active: 'true' },
      {
        row: 3,
        group: 'SHIRT',
        active: 'true',
        color: 'Navy',
        size: 'M',
        sku: 'SHIRT-NV-M',
        barcode: '6221234567075',
        price: '450',
        quantity: '3',
      },
      {
        row: 4,
        group: 'SHIRT',
        active: 'true',
        color: 'White',
        size: 'L',
        sku: 'SHIRT-WH-L',
        barcode: '6221234567082',
        price: '450',
        quantity: '5',
      },
      { row: 5, name: 'Mug', category: 'Home', active: 'false', sku: 'MUG-W', barcode: '6221234567099', price: '60', quantity: '7' },
    ]);
  });

  it('45: Square: reads the items sold with their time zone, discount and amounts per line', async () => {
    const { system, contested, units, rows } = await readCase('45-items-detail.csv', 'sales');
    expect([system, contested, units.filter(Boolean)]).toEqual(['Square', [], []]);
    expect(rows).toEqual([
      {
        row: 2,
        reference: 'CASE-T1',
        sold_at: '2026-11-05 21:45:10+02:00',
        branch: 'Zamalek',
        sku: 'CASE-450',
        quantity: '2',
        unit_price: '400.00',
        discount: '80.00',
        tax_rate: '0',
        document_total: '720.00',
      },
    ]);
  });

  it.each([
    ['Date,Receipt number,Receipt type,Gross sales,Net sales,Total collected,Payment type,Description\n', 'Loyverse', 'Receipts by item'],
    ['Date,Time,Gross Sales,Net Sales,Total Collected,Fees,Transaction ID,Description\n', 'Square', 'Items detail'],
  ])('refuses sales without their goods and names the export to take: %s', async (heads, system, instead) => {
    await expect(readCase('a.csv', 'sales', { text: `${heads}2026-11-05,1\n` })).rejects.toMatchObject({
      code: 'file_without_items',
      values: { system, instead },
    });
  });

  it('Square: reads stock by place, prices and options', async () => {
    const text =
      'Token,Item Name,Variation Name,SKU,Description,Categories,GTIN,Item Type,Price,Archived,Option Name 1,Option Value 1,Default Unit Cost,Default Vendor Name,Current Quantity Main Store,Stock Alert Count Main Store,Current Quantity Mall\n' +
      'T1,Tee,Black,TEE-B,Soft,"Men > Shirts, New",6221234567013,Physical good,60.50,N,#color 0190aaaa-bbbb-cccc-dddd-eeeeffff0000,Black,20,Acme,3,2,4\nT1,Tee,White,TEE-W,,,,Physical good,60.50,N,#color,White,,,0,,\nT2,Mug,Regular,MUG,,Home,,Physical good,variable,Y,,,,,,,1\n';
    const { system, rows, places, contested } = await readCase('square.csv', 'products', { text, places: { 'Main Store': 'ZAM' } });
    expect([system, contested, places.filter(Boolean)]).toEqual(['Square', [], ['Main Store', 'Mall']]);
    const tee = { group: 'Tee', name: 'Tee', active: 'true', price: '60.50' };
    expect(rows).toEqual([
      {
        row: 2,
        ...tee,
        description: 'Soft',
        category: 'Men > Shirts',
        supplier: 'Acme',
        purchase_price: '20',
        low_stock_level: '2',
        color: 'Black',
        sku: 'TEE-B',
        barcode: '6221234567013',
        quantity: '3',
        branch: 'ZAM',
      },
      {
        row: 2,
        ...tee,
        description: 'Soft',
        category: 'Men > Shirts',
        supplier: 'Acme',
        purchase_price: '20',
        low_stock_level: '2',
        color: 'Black',
        sku: 'TEE-B',
        barcode: '6221234567013',
        quantity: '4',
        branch: 'Mall',
      },
      { row: 3, ...tee, color: 'White', sku: 'TEE-W' },
      { row: 4, group: 'Mug', name: 'Mug', category: 'Home', active: 'false', sku: 'MUG', quantity: '1', branch: 'Mall' },
    ]);
  });

  it('Loyverse, also in Spanish: reads handles and skips parts of sets', async () => {
    const text =
      'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Cost,Barcode,SKU of included item,Quantity of included item,Track stock,Available for sale [Main],Price [Main],In stock [Main],Low stock [Main]\n' +
      'tee,10001,Tee,Men,,Y,Color,Black,20,6221234567013,,,Y,Y,60.5,3,2\ntee,10002,,,,,,White,20,,,,,Y,variable,,\nset,10003,Set,Men,,N,,,0,,,,N,Y,100,,\nset,,,,,,,,,,10001,2,,,,,\n';
    const { system, rows } = await readCase('loyverse.csv', 'products', { text });
    expect(system).toBe('Loyverse');
    expect(
      rows.map(({ group, name, by_measure, color, sku, price, quantity, branch }) => [
        group,
        name,
        by_measure,
        color,
        sku,
        price,
        quantity,
        branch,
      ]),
    ).toEqual([
      ['tee', 'Tee', 'true', 'Black', '10001', '60.5', '3', 'Main'],
      ['tee', undefined, undefined, 'White', '10002', undefined, undefined, undefined],
      ['set', 'Set', 'false', undefined, '10003', '100', undefined, undefined],
    ]);
    expect(
      await readCase('es.csv', 'products', {
        text: 'Handle,REF,Nombre,Categoria,Descripción,Vendido por peso\ntaza,10001,Taza,Cocina,,N\n',
      }),
    ).toMatchObject({
      system: 'Loyverse',
      rows: [{ group: 'taza', name: 'Taza', category: 'Cocina', by_measure: 'false', sku: '10001' }],
    });
  });

  it('reads products of Lightspeed, Odoo, Zoho and ERPNext', async () => {
    const rows = async (text: string) => {
      const { system, rows: read, contested } = await readCase('a.csv', 'products', { text });
      return [system, contested, ...read.map(({ row: _, ...row }) => row)];
    };
    expect(
      await rows(
        'id,handle,sku,composite_sku,name,description,product_category,variant_option_one_name,variant_option_one_value,supply_price,retail_price,brand_name,supplier_name,supplier_code,active,inventory_Main_Outlet\n1,tee,1001,,Tee,<p>Soft</p>,Men,Size,M,20,60,Acme,Delta,D1,1,4\n',
      ),
    ).toEqual([
      'Lightspeed',
      [],
      {
        group: 'tee',
        sku: '1001',
        name: 'Tee',
        description: 'Soft',
        category: 'Men',
        size: 'M',
        purchase_price: '20',
        price: '60',
        brand: 'Acme',
        supplier: 'Delta',
        active: 'true',
        quantity: '4',
        branch: 'Main Outlet',
      },
    ]);
    expect(
      await rows(
        'External ID,Internal Reference,Name,Sales Price,Cost,Product Category,Barcode,Quantity On Hand,Variant Values\nx,TEE-M,Tee,60.0,20.0,All / Men,6221234567013,4.0,"Size: M, Color: Black"\n',
      ),
    ).toEqual([
      'Odoo',
      [],
      {
        sku: 'TEE-M',
        name: 'Tee',
        price: '60.0',
        purchase_price: '20.0',
        category: 'Men',
        barcode: '6221234567013',
        quantity: '4.0',
        size: 'M',
        color: 'Black',
      },
    ]);
    expect(
      await rows(
        'Item ID,Item Name,Sales Description,Selling Price,Brand,Tax Percentage,Product Type,Status,SKU,UPC,EAN,Purchase Price,Reorder Level,Preferred Vendor,Stock On Hand\n1,Tee,Soft,EGP 60.00,Acme,14,goods,Active,TEE,,6221234567013,EGP 20.00,2,Delta,4.00\n',
      ),
    ).toEqual([
      'Zoho',
      [],
      {
        name: 'Tee',
        tax_rate: '14',
        description: 'Soft',
        price: '60.00',
        brand: 'Acme',
        active: 'true',
        sku: 'TEE',
        barcode: '6221234567013',
        purchase_price: '20.00',
        low_stock_level: '2',
        supplier: 'Delta',
        quantity: '4.00',
      },
    ]);
    expect(
      await rows(
        'Item Code,Item Name,Item Group,Default Unit of Measure,Has Variants,Variant Of,Standard Selling Rate,Disabled\nTEE,Tee,Men,Nos,1,,60,0\nTEE-M,Tee-M,Men,Nos,0,TEE,60,0\n',
      ),
    ).toEqual([
      'ERPNext',
      [],
      { group: 'TEE', name: 'Tee', category: 'Men', price: '60', active: 'true', by_measure: 'false' },
      { group: 'TEE', name: 'Tee-M', category: 'Men', price: '60', active: 'true', by_measure: 'false', sku: 'TEE-M' },
    ]);
  });

  it('reads customers of Shopify, Square, Zoho and ERPNext', async () => {
    const people = async (text: string) => {
      const { system, rows } = await readCase('a.csv', 'customers', { text });
      return [system, ...rows.map(({ row: _, ...row }) => row)];
    };
    expect(
      await people(
        "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Phone,Phone,Tags\n1,Mona,Adel,m@a.test,no,,1 Nile St,,'+201001234567,vip\n",
      ),
    ).toEqual(['Shopify', { name: 'Mona Adel', email: 'm@a.test', address: '1 Nile St', phone: '+201001234567' }]);
    expect(
      await people(
        'First Name,Last Name,Company Name,Email Address,Phone Number,Street Address 1,Reference ID\nMona,Adel,,m@a.test,0100 123 4567,1 Nile St,7\n',
      ),
    ).toEqual(['Square', { name: 'Mona Adel', email: 'm@a.test', phone: '0100 123 4567', address: '1 Nile St' }]);
    expect(
      await people(
        'Contact ID,Display Name,Company Name,EmailID,Phone,MobilePhone,Billing Address\n1,Mona,Nile Co,m@a.test,,01001234567,1 Nile St\n',
      ),
    ).toEqual(['Zoho', { name: 'Mona', email: 'm@a.test', phone: '01001234567', address: '1 Nile St' }]);
    expect(await people('ID,Customer Name,Customer Group,Mobile No,Email Id,Disabled\n1,Mona,Retail,01001234567,m@a.test,0\n')).toEqual([
      'ERPNext',
      { name: 'Mona', price_group: 'Retail', phone: '01001234567', email: 'm@a.test', active: 'true' },
    ]);
  });
});

it('takes the last row for a total until the user says otherwise', async () => {
  const text = 'Name,Quantity\nMug,2\nCup,3\nTotal,5\n';
  const { rows, total } = await readCase('a.csv', 'products', { text });
  expect([rows.length, total]).toEqual([2, 4]);
  const priced = await readCase('a.csv', 'products', { text: 'Name,Price\nMug,EGP 5\nCup,6 ج.م\nTotal,LE 11\n' });
  expect([priced.rows.length, priced.total]).toEqual([2, 4]);
  const all = await readCase('a.csv', 'products', { text, edits: { 4: {} } });
  expect([all.rows.map(({ name }) => name), all.total]).toEqual([['Mug', 'Cup', 'Total'], null]);
});
