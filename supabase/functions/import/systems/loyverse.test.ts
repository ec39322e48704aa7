import { expect, it } from 'vitest';
import { bytesOf, readExports, without, type Export, type Row } from '../../../tests/import-cases/exports.ts';
import { readCase } from '../../../tests/import-cases/read.ts';

/* help.loyverse.com/help/importing-and-exporting and …/importing-and-exporting-customers */
const loyverse =
  'Handle|SKU|Name|Category|Description|Sold by weight|Option 1 name|Option 1 value|Option 2 name|Option 2 value|Option 3 name|Option 3 value|Default price|Cost|Barcode|SKU of included item|Quantity of included item|Track stock|Available for sale [Zamalek]|Price [Zamalek]|In stock [Zamalek]|Low stock [Zamalek]|Available for sale [Mall]|Price [Mall]|In stock [Mall]|Low stock [Mall]|Tax - "VAT" (14%)';
const older = loyverse.replace('Default price|', '');
/* The files in the tests of several public importers of Loyverse's reports. */
const loyverseItems =
  'Date|Receipt number|Receipt type|Category|SKU|Item|Variant|Modifiers applied|Quantity|Gross sales|Discounts|Net sales|Cost of goods|Gross profit|Taxes|Dining option|POS|Store|Cashier name|Customer name|Customer contacts|Comment|Status';
const receipt = {
  Date: '8/17/26 12:16 PM',
  'Receipt number': '1-3',
  'Receipt type': 'Sale',
  SKU: '10001',
  Item: 'Mug',
  Variant: 'Large',
  Store: 'Mall',
  Status: 'Closed',
};
const sold = { reference: '1-3', sold_at: '2026-08-17 12:16:00', branch: 'Mall', sku: '10001', product: 'Mug' };

const ofLoyverse: Export[] = [
  {
    is: 'items in two shops, active if on sale in one of them',
    heads: loyverse,
    places: ['Zamalek', 'Mall'],
    rows: [
      {
        Handle: 'mug',
        SKU: '10001',
        Name: 'Mug',
        Category: 'Home',
        'Sold by weight': 'N',
        'Default price': '60',
        Cost: '20',
        'Track stock': 'Y',
        'Available for sale [Zamalek]': 'N',
        'Available for sale [Mall]': 'Y',
        'In stock [Mall]': '4',
        'Low stock [Mall]': '2',
      },
      {
        Handle: 'cup',
        SKU: '10002',
        Name: 'Cup',
        Category: 'Home',
        'Sold by weight': 'N',
        'Default price': '45',
        Cost: '0',
        'Track stock': 'N',
        'Available for sale [Zamalek]': 'N',
        'Available for sale [Mall]': 'N',
      },
    ],
    comes: [
      {
        group: 'mug',
        sku: '10001',
        name: 'Mug',
        category: 'Home',
        by_measure: 'false',
        price: '60',
        purchase_price: '20',
        active: 'true',
        low_stock_level: '2',
        branch: 'Mall',
        quantity: '4',
      },
      { group: 'cup', sku: '10002', name: 'Cup', category: 'Home', by_measure: 'false', price: '45', purchase_price: '0', active: 'false' },
    ],
  },
  {
    is: 'the default price rather than the prices of two shops',
    heads: loyverse,
    rows: [
      { Handle: 'a', Name: 'A', 'Sold by weight': 'N', 'Default price': '10', 'Price [Zamalek]': '11', 'Price [Mall]': '12' },
      { Handle: 'b', Name: 'B', 'Sold by weight': 'N', 'Default price': 'variable', 'Price [Mall]': '20' },
    ],
    further: [['price', ['Price [Zamalek]', 'Price [Mall]']]],
    comes: [
      { group: 'a', name: 'A', by_measure: 'false', price: '10' },
      { group: 'b', name: 'B', by_measure: 'false' },
    ],
  },
  {
    is: 'three options, with product fields in the first row only',
    heads: loyverse,
    rows: [
      {
        Handle: 'tee',
        SKU: '1',
        Name: 'Tee',
        Category: 'Men',
        'Sold by weight': 'N',
        'Option 1 name': 'Color',
        'Option 1 value': 'Red',
        'Option 2 name': 'Size',
        'Option 2 value': 'M',
        'Option 3 name': 'Fit',
        'Option 3 value': 'Slim',
        'Default price': '60',
        'Track stock': 'Y',
        'Available for sale [Mall]': 'Y',
      },
      {
        Handle: 'tee',
        SKU: '2',
        'Option 1 value': 'Blue',
        'Option 2 value': 'L',
        'Option 3 value': 'Wide',
        'Default price': '65',
        'Available for sale [Mall]': 'Y',
      },
    ],
    comes: [
      {
        group: 'tee',
        sku: '1',
        name: 'Tee',
        category: 'Men',
        by_measure: 'false',
        color: 'Red',
        size: 'M / Slim',
        price: '60',
        active: 'true',
      },
      { group: 'tee', sku: '2', color: 'Blue', size: 'L / Wide', price: '65', active: 'true' },
    ],
  },
  {
    is: 'a set without its parts',
    heads: loyverse,
    rows: [
      {
        Handle: 'set',
        SKU: '7',
        Name: 'Tea set',
        'Sold by weight': 'N',
        'Default price': '300',
        'Track stock': 'N',
        'Available for sale [Mall]': 'Y',
      },
      { Handle: 'set', 'SKU of included item': '10001', 'Quantity of included item': '6' },
      { Handle: 'set', 'SKU of included item': '10002', 'Quantity of included item': '1' },
    ],
    comes: [{ group: 'set', sku: '7', name: 'Tea set', by_measure: 'false', price: '300', active: 'true' }],
  },
  {
    is: 'an item sold by weight, with fractional stock and a variable price',
    heads: loyverse,
    rows: [
      {
        Handle: 'nuts',
        SKU: '8',
        Name: 'Nuts',
        'Sold by weight': 'Y',
        'Default price': 'variable',
        Cost: '120.5',
        'Track stock': 'Y',
        'Available for sale [Mall]': 'Y',
        'In stock [Mall]': '2.75',
      },
    ],
    places: ['Zamalek', 'Mall'],
    comes: [
      {
        group: 'nuts',
        sku: '8',
        name: 'Nuts',
        by_measure: 'true',
        purchase_price: '120.5',
        active: 'true',
        branch: 'Mall',
        quantity: '2.75',
      },
    ],
  },
  {
    is: 'older headers with prices of two shops, which is ambiguous',
    heads: older,
    asked: ['price'],
    rows: [
      {
        Handle: 'a',
        SKU: '1',
        Name: 'A',
        'Sold by weight': 'N',
        'Price [Zamalek]': '10',
        'Price [Mall]': '10',
        'Available for sale [Zamalek]': 'Y',
      },
      {
        Handle: 'b',
        SKU: '2',
        Name: 'B',
        'Sold by weight': 'N',
        'Price [Zamalek]': '',
        'Price [Mall]': '12',
        'Available for sale [Mall]': 'Y',
      },
    ],
    comes: [
      { group: 'a', sku: '1', name: 'A', by_measure: 'false', active: 'true' },
      { group: 'b', sku: '2', name: 'B', by_measure: 'false', active: 'true' },
    ],
  },
  {
    is: 'one shop without a name in the headers',
    heads:
      'Handle|SKU|Name|Category|Description|Sold by weight|Option 1 name|Option 1 value|Default price|Cost|Barcode|SKU of included item|Quantity of included item|Track stock|Available for sale|In stock|Low stock',
    rows: [
      {
        Handle: 'mug',
        SKU: '1',
        Name: 'Mug',
        Category: 'Home',
        'Sold by weight': 'N',
        'Default price': '60',
        'Track stock': 'Y',
        'Available for sale': 'N',
        'In stock': '5',
        'Low stock': '1',
      },
    ],
    comes: [
      {
        group: 'mug',
        sku: '1',
        name: 'Mug',
        category: 'Home',
        by_measure: 'false',
        price: '60',
        active: 'false',
        quantity: '5',
        low_stock_level: '1',
      },
    ],
  },
  {
    is: 'in Spanish',
    heads: 'Handle|REF|Nombre|Categoria|Descripción|Vendido por peso',
    rows: [
      { Handle: 'cafe', REF: '10001', Nombre: 'Café molido', Categoria: 'Bebidas', Descripción: 'De Colombia', 'Vendido por peso': 'Y' },
    ],
    comes: [{ group: 'cafe', sku: '10001', name: 'Café molido', category: 'Bebidas', description: 'De Colombia', by_measure: 'true' }],
  },
  {
    is: 'a file resaved with tabs by a spreadsheet that damaged the barcodes',
    heads: loyverse,
    as: 'tabs',
    rows: [
      {
        Handle: 'mug',
        SKU: '10001.0',
        Name: 'Mug',
        'Sold by weight': 'N',
        'Default price': '60',
        Barcode: '6.22E+12',
        'Available for sale [Mall]': 'Y',
      },
    ],
    comes: [{ group: 'mug', sku: '10001', name: 'Mug', by_measure: 'false', price: '60', barcode: '6.22E+12', active: 'true' }],
  },
  {
    is: 'a workbook with Arabic names, numeric cells and a total row',
    heads: loyverse,
    as: 'xlsx',
    places: ['Zamalek', 'Mall'],
    rows: [
      {
        Handle: 'k',
        SKU: 10001,
        Name: 'كوب',
        'Sold by weight': 'N',
        'Default price': 60.5,
        'Available for sale [Mall]': 'Y',
        'In stock [Mall]': 4,
      },
      {
        Handle: 't',
        SKU: 10002,
        Name: 'طبق',
        'Sold by weight': 'N',
        'Default price': 90,
        'Available for sale [Mall]': 'Y',
        'In stock [Mall]': 3,
      },
      { Handle: 'الإجمالي', 'In stock [Mall]': 7 },
    ],
    total: 4,
    comes: [
      { group: 'k', sku: '10001', name: 'كوب', by_measure: 'false', price: '60.5', active: 'true', branch: 'Mall', quantity: '4' },
      { group: 't', sku: '10002', name: 'طبق', by_measure: 'false', price: '90', active: 'true', branch: 'Mall', quantity: '3' },
    ],
  },
  {
    is: 'customers',
    kind: 'customers',
    system: null,
    heads:
      'Customer ID|Customer name|Email|Phone|Address|City|Region|Postal code|Country|Customer code|Points balance|Note|First visit|Last visit|Total visits|Total spent',
    rows: [
      {
        'Customer ID': 'x',
        'Customer name': 'Mona Adel',
        Email: 'mona@a.test',
        Phone: '+20 100 123 4567',
        Address: '1 Nile St',
        'Points balance': '12.5',
      },
    ],
    comes: [{ name: 'Mona Adel', email: 'mona@a.test', phone: '+20 100 123 4567', address: '1 Nile St' }],
  },
  {
    is: 'receipts by item: a sale, its refund by type, and a cancelled receipt that is left out',
    kind: 'sales',
    heads: loyverseItems,
    rows: [
      { ...receipt, Quantity: '2', 'Gross sales': '160.00', Discounts: '10.00', 'Net sales': '150.00', Taxes: '0.00' },
      { ...receipt, 'Receipt number': '1-4', Quantity: '1', 'Gross sales': '80.00', 'Net sales': '80.00', Status: 'Cancelled' },
      {
        ...receipt,
        Date: '8/18/26 9:05 AM',
        'Receipt number': '1-5',
        'Receipt type': 'Refund',
        Quantity: '-1.000',
        'Gross sales': '-80.00',
        Discounts: '-5.00',
        'Net sales': '-75.00',
        Taxes: '0.00',
      },
    ],
    leftOut: { Cancelled: 1 },
    comes: [
      { ...sold, quantity: '2', unit_price: '80.00', discount: '10.00', tax_rate: '0', document_total: '150.00' },
      {
        ...sold,
        reference: '1-5',
        sold_at: '2026-08-18 09:05:00',
        quantity: '-1',
        unit_price: '80.00',
        tax_rate: '0',
        document_total: '-75.00',
        original: '1-3',
      },
    ],
  },
  {
    is: 'receipts by item whose prices include tax, or do not',
    kind: 'sales',
    heads: loyverseItems,
    rows: [{ ...receipt, Quantity: '1', 'Gross sales': '114.00', 'Net sales': '114.00', Taxes: '14.00' }],
    comes: [{ ...sold, quantity: '1', unit_price: '114.00', tax_rate: '14', document_total: '114.00' }],
  },
  {
    is: 'receipts by item with tax that could be included or added, and a status of another kind: problems',
    kind: 'sales',
    heads: loyverseItems,
    rows: [
      { ...receipt, Quantity: '1', 'Gross sales': '100.00', 'Net sales': '100.00', Taxes: '20.00' },
      { ...receipt, 'Receipt number': '1-4', Quantity: '1', 'Gross sales': '100.00', 'Net sales': '100.00', Status: 'Open' },
    ],
    comes: [
      { ...sold, quantity: '1', unit_price: '100.00', tax_rate: '20', document_total: '120.00', unread: { tax_rate: 'tax_unclear' } },
      { ...sold, reference: '1-4', quantity: '1', unit_price: '100.00', document_total: '100.00', unread: { reference: 'state_unknown' } },
    ],
  },
];

readExports('Loyverse', ofLoyverse);

it('takes the price from the chosen column only', async () => {
  const bytes = bytesOf(ofLoyverse.find(({ asked }) => asked?.includes('price'))!);
  const { headers, mapping } = await readCase('export.csv', 'products', { bytes });
  const chosen = mapping.map((field, index) => (headers[index] === 'Price [Zamalek]' ? 'price' : field));
  const { rows } = await readCase('export.csv', 'products', { bytes, mapping: chosen });
  expect(rows.map(({ price }) => price)).toEqual(['10', undefined]);
});

it('checks values of a fallback column by its own header', async () => {
  const heads = loyverse.replaceAll('[Mall]', '[Outlet 50%]');
  const of = (low: Row): Export => ({ is: '', heads, rows: [{ Handle: 'a', Name: 'A', 'Sold by weight': 'N', ...low }], comes: [] });
  const a = { group: 'a', name: 'A', by_measure: 'false', low_stock_level: '3' };
  const both = [{ Handle: 'b', Name: 'B', 'Low stock [Zamalek]': '1' }];
  const read = async (low: Row) => (await without({ ...of(low), rows: [...of(low).rows, ...both] }, []))[0];
  expect(await read({ 'Low stock [Zamalek]': '3' })).toEqual(a);
  expect(await read({ 'Low stock [Outlet 50%]': '3' })).toEqual({ ...a, unread: { low_stock_level: 'is_percentage' } });
});

it('ignores the availability columns that the user leaves out, of one shop or all', async () => {
  const sold = { Handle: 'a', Name: 'A', 'Sold by weight': 'N', 'Available for sale [Zamalek]': 'N', 'Available for sale [Mall]': 'Y' };
  const shops: Export = { is: '', heads: loyverse, rows: [sold], comes: [] };
  const a = { group: 'a', name: 'A', by_measure: 'false' };
  expect(await without(shops, [])).toEqual([{ ...a, active: 'true' }]);
  expect(await without(shops, ['Available for sale [Mall]'])).toEqual([{ ...a, active: 'false' }]);
  expect(await without(shops, ['Available for sale [Zamalek]', 'Available for sale [Mall]'])).toEqual([a]);
});
