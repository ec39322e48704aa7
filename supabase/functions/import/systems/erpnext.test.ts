import { expect, it } from 'vitest';
import { bytesOf, readExports, without, type Export } from '../../../tests/import-cases/exports.ts';
import { readCase } from '../../../tests/import-cases/read.ts';

/* docs.frappe.io/erpnext "Data Export"; frappe/frappe data_import/exporter.py; frappe/erpnext translations/ar.csv */
const erpnext =
  'ID|Item Code|Item Name|Item Group|Default Unit of Measure|Disabled|Maintain Stock|Opening Stock|Valuation Rate|Standard Selling Rate|Brand|Description|Has Variants|Variant Of|Safety Stock|ID (Barcodes)|Barcode (Barcodes)|Barcode Type (Barcodes)|ID (Variant Attributes)|Attribute (Variant Attributes)|Attribute Value (Variant Attributes)';
const ofERPNext: Export[] = [
  {
    is: 'a single item',
    heads: erpnext,
    rows: [
      {
        'Item Code': 'M',
        'Item Name': 'Mug',
        'Item Group': 'Home',
        Disabled: '0',
        'Opening Stock': '4',
        'Valuation Rate': '20',
        'Standard Selling Rate': '60',
        Brand: 'Acme',
        Description: '<div class="ql-editor"><p>Clay</p></div>',
        'Safety Stock': '2',
        'Barcode (Barcodes)': '6221234567013',
      },
    ],
    comes: [
      {
        sku: 'M',
        name: 'Mug',
        category: 'Home',
        active: 'true',
        quantity: '4',
        purchase_price: '20',
        price: '60',
        brand: 'Acme',
        description: 'Clay',
        low_stock_level: '2',
        barcode: '6221234567013',
      },
    ],
  },
  {
    is: 'a template and its variants, one attribute per row',
    heads: erpnext,
    rows: [
      {
        'Item Code': 'TEE',
        'Item Name': 'Tee',
        'Item Group': 'Men',
        'Has Variants': '1',
        Disabled: '0',
        'Attribute (Variant Attributes)': 'Colour',
      },
      { 'Attribute (Variant Attributes)': 'Size' },
      {
        'Item Code': 'TEE-R-M',
        'Item Name': 'Tee',
        'Item Group': 'Men',
        'Has Variants': '0',
        'Variant Of': 'TEE',
        Disabled: '0',
        'Attribute (Variant Attributes)': 'Colour',
        'Attribute Value (Variant Attributes)': 'Red',
      },
      { 'Attribute (Variant Attributes)': 'Size', 'Attribute Value (Variant Attributes)': 'M' },
      {
        'Item Code': 'TEE-B-L',
        'Item Name': 'Tee',
        'Item Group': 'Men',
        'Has Variants': '0',
        'Variant Of': 'TEE',
        Disabled: '1',
        'Attribute (Variant Attributes)': 'Colour',
        'Attribute Value (Variant Attributes)': 'Blue',
      },
      { 'Attribute (Variant Attributes)': 'Size', 'Attribute Value (Variant Attributes)': 'L' },
    ],
    comes: [
      { group: 'TEE', name: 'Tee', category: 'Men', active: 'true' },
      { group: 'TEE', sku: 'TEE-R-M', name: 'Tee', category: 'Men', active: 'true', color: 'Red', size: 'M' },
      { group: 'TEE', sku: 'TEE-B-L', name: 'Tee', category: 'Men', active: 'false', color: 'Blue', size: 'L' },
    ],
  },
  {
    is: 'zero prices as missing',
    heads: erpnext,
    rows: [
      {
        'Item Code': 'M',
        'Item Name': 'Mug',
        'Item Group': 'Home',
        Disabled: '0',
        'Opening Stock': '0',
        'Valuation Rate': '0.0',
        'Standard Selling Rate': '0',
      },
    ],
    comes: [{ sku: 'M', name: 'Mug', category: 'Home', active: 'true', quantity: '0' }],
  },
  {
    is: 'a second barcode in an extra row, keeping the first',
    heads: erpnext,
    rows: [
      { 'Item Code': 'M', 'Item Name': 'Mug', 'Item Group': 'Home', 'Barcode (Barcodes)': '6221234567013' },
      { 'Barcode (Barcodes)': '6221234567020' },
    ],
    further: [['barcode', ['Barcode (Barcodes)'], 1]],
    comes: [{ sku: 'M', name: 'Mug', category: 'Home', barcode: '6221234567013' }],
  },
  {
    is: 'three attributes, one of them numeric',
    heads: erpnext,
    rows: [
      {
        'Item Code': 'R-1',
        'Item Name': 'Ring',
        'Item Group': 'Gold',
        'Variant Of': 'R',
        'Attribute (Variant Attributes)': 'Size',
        'Attribute Value (Variant Attributes)': '52',
      },
      { 'Attribute (Variant Attributes)': 'Colour', 'Attribute Value (Variant Attributes)': 'Rose' },
      { 'Attribute (Variant Attributes)': 'Karat', 'Attribute Value (Variant Attributes)': '21' },
    ],
    comes: [{ group: 'R', sku: 'R-1', name: 'Ring', category: 'Gold', size: '52 / 21', color: 'Rose' }],
  },
  {
    is: 'with Arabic labels',
    heads: 'المعرف|رمز السلعة|اسم السلعة|مجموعة الصنف|وصف|مخزون أول المدة',
    rows: [{ 'رمز السلعة': 'K', 'اسم السلعة': 'كوب', 'مجموعة الصنف': 'أدوات', وصف: '<p>خزف</p>', 'مخزون أول المدة': '4' }],
    comes: [{ sku: 'K', name: 'كوب', category: 'أدوات', description: 'خزف', quantity: '4' }],
  },
  {
    is: 'chosen columns in another order',
    heads: 'Item Group|Standard Selling Rate|Item Name|Item Code|Status|Type|Shelf Life In Days|Weight Per Unit',
    rows: [
      { 'Item Group': 'Home', 'Standard Selling Rate': '1,250.00', 'Item Name': 'Pan, 28 cm', 'Item Code': "'0028", Status: 'Enabled' },
    ],
    comes: [{ category: 'Home', price: '1250.00', name: 'Pan, 28 cm', sku: '0028' }],
  },
  {
    is: 'a workbook with numeric cells',
    heads: erpnext,
    as: 'xlsx',
    rows: [
      {
        'Item Code': '00417',
        'Item Name': 'Mug',
        'Item Group': 'Home',
        Disabled: 0,
        'Opening Stock': 2.5,
        'Standard Selling Rate': 60.5,
        'Valuation Rate': 0,
      },
    ],
    comes: [{ sku: '00417', name: 'Mug', category: 'Home', active: 'true', quantity: '2.5', price: '60.5' }],
  },
  {
    is: 'the last purchase rate if there is no valuation rate',
    heads: 'Item Code|Item Name|Item Group|Valuation Rate|Last Purchase Rate|Standard Selling Rate',
    rows: [
      {
        'Item Code': 'A',
        'Item Name': 'A',
        'Item Group': 'Home',
        'Valuation Rate': '20',
        'Last Purchase Rate': '22',
        'Standard Selling Rate': '60',
      },
      {
        'Item Code': 'B',
        'Item Name': 'B',
        'Item Group': 'Home',
        'Valuation Rate': '',
        'Last Purchase Rate': '33',
        'Standard Selling Rate': '70',
      },
    ],
    comes: [
      { sku: 'A', name: 'A', category: 'Home', purchase_price: '20', price: '60' },
      { sku: 'B', name: 'B', category: 'Home', purchase_price: '33', price: '70' },
    ],
  },
  {
    is: 'customers',
    kind: 'customers',
    heads: 'ID|Customer Name|Customer Type|Customer Group|Territory|Mobile No|Email Id|Primary Address|Disabled',
    rows: [
      {
        ID: 'CUST-1',
        'Customer Name': 'Mona Adel',
        'Customer Type': 'Individual',
        'Customer Group': 'Retail',
        'Mobile No': '01001234567',
        'Email Id': 'mona@a.test',
        'Primary Address': '1 Nile St<br>Cairo',
        Disabled: '0',
      },
      { ID: 'CUST-2', 'Customer Name': 'Nile Co', 'Customer Type': 'Company', 'Customer Group': 'Wholesale', Disabled: '1' },
    ],
    comes: [
      { name: 'Mona Adel', price_group: 'Retail', phone: '01001234567', email: 'mona@a.test', address: '1 Nile St Cairo', active: 'true' },
      { name: 'Nile Co', price_group: 'Wholesale', active: 'false' },
    ],
  },
];

readExports('ERPNext', ofERPNext);

it('detects a foreign currency in a fallback column', async () => {
  const file: Export = {
    is: '',
    heads: 'Item Code|Item Group|Valuation Rate|Last Purchase Rate',
    rows: [
      { 'Item Code': 'A', 'Item Group': 'G', 'Valuation Rate': '20' },
      { 'Item Code': 'B', 'Item Group': 'G', 'Last Purchase Rate': '33 USD' },
    ],
    comes: [],
  };
  const given = { bytes: bytesOf(file) };
  const { units, rows } = await readCase('export.csv', 'products', given);
  expect(units).toEqual([null, null, null, 'USD']);
  expect(rows.map(({ purchase_price }) => purchase_price)).toEqual(['20', '33 USD']);
  const taken = await readCase('export.csv', 'products', { ...given, amounts: { 3: 'USD' } });
  expect(taken.rows.map(({ purchase_price }) => purchase_price)).toEqual(['20', '33']);
});

it('skips variant attributes that the user leaves out', async () => {
  const attribute = { 'Attribute (Variant Attributes)': 'Size', 'Attribute Value (Variant Attributes)': 'M' };
  const item: Export = { is: '', heads: erpnext, rows: [{ 'Item Code': 'A', 'Item Group': 'G', ...attribute }], comes: [] };
  expect(await without(item, ['Attribute Value (Variant Attributes)'])).toEqual([{ sku: 'A', category: 'G' }]);
});
