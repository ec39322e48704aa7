import { expect, it } from 'vitest';
import { readExports, without, type Export } from '../../../tests/import-cases/exports.ts';

/* odoo.com/documentation/18.0/applications/essentials/export_import_data.html; odoo/odoo addons/product/i18n/ar.po */
const odoo =
  'External ID|Internal Reference|Name|Barcode|Sales Price|Cost|Product Category|Product Type|Quantity On Hand|Variant Values|Sales Description|Active|Vendors|Tags';
const ofOdoo: Export[] = [
  {
    is: 'products with labelled headers',
    heads: odoo,
    rows: [
      {
        'External ID': '__export__.1',
        'Internal Reference': 'M',
        Name: 'Mug',
        Barcode: '6221234567013',
        'Sales Price': '60.0',
        Cost: '20.0',
        'Product Category': 'All / Home / Cups',
        'Product Type': 'Goods',
        'Quantity On Hand': '4.0',
        Active: 'True',
      },
    ],
    comes: [
      {
        sku: 'M',
        name: 'Mug',
        barcode: '6221234567013',
        price: '60.0',
        purchase_price: '20.0',
        category: 'Home / Cups',
        quantity: '4.0',
        active: 'true',
      },
    ],
  },
  {
    is: 'variants with their values in one cell',
    heads: odoo,
    rows: [
      { 'Internal Reference': 'T-1', Name: 'Tee', 'Sales Price': '60', 'Variant Values': 'Color: Red, Size: M' },
      { 'Internal Reference': 'T-2', Name: 'Tee', 'Sales Price': '60', 'Variant Values': 'Color: Blue, Size: L' },
    ],
    comes: [
      { sku: 'T-1', name: 'Tee', price: '60', color: 'Red', size: 'M' },
      { sku: 'T-2', name: 'Tee', price: '60', color: 'Blue', size: 'L' },
    ],
  },
  {
    is: 'variants with further values and vendors in extra rows',
    heads: odoo,
    rows: [
      { 'Internal Reference': 'T-1', Name: 'Tee', 'Sales Price': '60', 'Variant Values': 'Color: Red', Vendors: 'Delta' },
      { 'Variant Values': 'Size: M', Vendors: 'Nile' },
      { 'Variant Values': 'Fit: Slim' },
      { 'Internal Reference': 'C', Name: 'Cap', 'Sales Price': '30' },
      { Tags: 'new' },
      { Vendors: 'Sun' },
    ],
    further: [['supplier', ['Vendors'], 2]],
    comes: [
      { sku: 'T-1', name: 'Tee', price: '60', supplier: 'Delta', color: 'Red', size: 'M / Slim' },
      { sku: 'C', name: 'Cap', price: '30' },
    ],
  },
  {
    is: 'an export with field names',
    heads: 'id|default_code|name|barcode|list_price|standard_price|categ_id|type|qty_available|active|description_sale',
    rows: [
      {
        id: 'a.b',
        default_code: '00417',
        name: 'Mug',
        barcode: '',
        list_price: '60',
        standard_price: '0',
        categ_id: 'All',
        type: 'consu',
        qty_available: '-3',
        active: 'False',
      },
    ],
    comes: [{ sku: '00417', name: 'Mug', price: '60', purchase_price: '0', category: 'All', quantity: '-3', active: 'false' }],
  },
  {
    is: 'with Arabic labels',
    heads: 'المُعرف الخارجي|مرجع داخلي|الاسم|باركود|سعر البيع|التكلفة|فئة المنتج|نوع المنتج|وصف البيع',
    rows: [
      {
        'مرجع داخلي': 'K',
        الاسم: 'كوب',
        باركود: '6221234567013',
        'سعر البيع': '60.0',
        التكلفة: '20.0',
        'فئة المنتج': 'All / أدوات',
        'نوع المنتج': 'بضاعة',
        'وصف البيع': 'خزف',
      },
    ],
    comes: [
      { sku: 'K', name: 'كوب', barcode: '6221234567013', price: '60.0', purchase_price: '20.0', category: 'أدوات', description: 'خزف' },
    ],
  },
  {
    is: 'a workbook with numeric cells',
    heads: odoo,
    as: 'xlsx',
    rows: [{ 'Internal Reference': 'M', Name: 'Mug', Barcode: '6221234567013', 'Sales Price': 1250.5, Cost: 0, 'Quantity On Hand': 2.5 }],
    comes: [{ sku: 'M', name: 'Mug', barcode: '6221234567013', price: '1250.5', purchase_price: '0', quantity: '2.5' }],
  },
  {
    is: 'few columns in another order',
    heads: 'Cost|Sales Price|Name|Internal Reference|Can be Sold|Weight|Unit of Measure|Favorite',
    rows: [{ Cost: '20', 'Sales Price': '60', Name: 'Mug "big", blue', 'Internal Reference': 'M', 'Can be Sold': 'True', Weight: '0.3' }],
    comes: [{ purchase_price: '20', price: '60', name: 'Mug "big", blue', sku: 'M' }],
  },
  {
    is: 'without a reference',
    heads: odoo,
    rows: [
      { Name: 'Mug', 'Sales Price': '60' },
      { Name: 'Cup', 'Sales Price': '45', 'Variant Values': 'Large' },
    ],
    comes: [
      { name: 'Mug', price: '60' },
      { name: 'Cup', price: '45', size: 'Large' },
    ],
  },
  {
    is: 'a file resaved with semicolons, decimal commas and a total row',
    heads: odoo,
    as: 'semicolons',
    rows: [
      { 'Internal Reference': 'M', Name: 'Mug', 'Sales Price': '60,5', 'Quantity On Hand': '4' },
      { 'Internal Reference': 'C', Name: 'Cup', 'Sales Price': '45,0', 'Quantity On Hand': '6' },
      { Name: 'Total', 'Quantity On Hand': '10' },
    ],
    total: 4,
    comes: [
      { sku: 'M', name: 'Mug', price: '60.5', quantity: '4' },
      { sku: 'C', name: 'Cup', price: '45.0', quantity: '6' },
    ],
  },
  {
    is: 'customers, one of them a contact of a company',
    kind: 'customers',
    heads: 'Complete Name|Email|Phone|Mobile|Street|Street2|City|Country|Tags|Salesperson',
    rows: [
      {
        'Complete Name': 'Nile Co, Mona Adel',
        Email: 'mona@a.test',
        Phone: '02 2345 6789',
        Mobile: '0100 123 4567',
        Street: '1 Nile St',
        Tags: 'VIP',
      },
      { 'Complete Name': 'Hany', Mobile: '0111 222 3333' },
    ],
    comes: [
      { name: 'Nile Co, Mona Adel', email: 'mona@a.test', phone: '02 2345 6789', address: '1 Nile St' },
      { name: 'Hany', phone: '0111 222 3333' },
    ],
  },
];

/* Orders exported with their lines: only the first row of an order has its columns. */
const odooOrders =
  'Order Reference|Order Date|Customer|Salesperson|Status|Currency|Total|Order Lines/Product|Order Lines/Product/Internal Reference|Order Lines/Quantity|Order Lines/Unit Price|Order Lines/Discount (%)|Order Lines/Subtotal';
const odooOrder = {
  'Order Reference': 'S00012',
  'Order Date': '2026-11-05 09:58:12',
  Customer: 'Mona Adel',
  Salesperson: 'Karim',
  Status: 'Sales Order',
  Total: '165.00',
  'Order Lines/Product': '[M-1] Mug',
  'Order Lines/Quantity': '2.00',
  'Order Lines/Unit Price': '60.00',
  'Order Lines/Discount (%)': '10.00',
  'Order Lines/Subtotal': '108.00',
};
const fromOrder = { reference: 'S00012', sold_at: '2026-11-05 09:58:12', customer: 'Mona Adel' };
const fromOdoo = {
  ...fromOrder,
  salesperson: 'Karim',
  sku: 'M-1',
  quantity: '2.00',
  unit_price: '60.00',
  discount: '12.00',
  document_total: '165.00',
};

ofOdoo.push(
  {
    is: 'orders with their lines, discounts in percent and goods named with their codes',
    kind: 'sales',
    heads: odooOrders,
    rows: [
      odooOrder,
      {
        'Order Lines/Product': 'Cap',
        'Order Lines/Quantity': '1.00',
        'Order Lines/Unit Price': '57.00',
        'Order Lines/Discount (%)': '0.00',
        'Order Lines/Subtotal': '57.00',
      },
    ],
    comes: [fromOdoo, { ...fromOrder, product: 'Cap', quantity: '1.00', unit_price: '57.00' }],
  },
  {
    is: 'quotations and cancelled orders, which are left out, and others, which are problems',
    kind: 'sales',
    heads: odooOrders,
    rows: [
      { ...odooOrder, Status: 'Quotation' },
      { 'Order Lines/Product': 'Cap', 'Order Lines/Quantity': '1', 'Order Lines/Unit Price': '57' },
      { ...odooOrder, 'Order Reference': 'S00013', Status: 'Cancelled' },
      { ...odooOrder, 'Order Reference': 'S00014', Status: 'On hold' },
      { ...odooOrder, 'Order Reference': 'S00015', Currency: 'USD' },
    ],
    leftOut: { quotation: 2, cancelled: 1 },
    comes: [
      { ...fromOdoo, reference: 'S00014', unread: { reference: 'state_unknown' } },
      { ...fromOdoo, reference: 'S00015', unread: { unit_price: 'other_currency' } },
    ],
  },
);

readExports('Odoo', ofOdoo);

it('skips variant values that the user leaves out', async () => {
  const variant: Export = { is: '', heads: odoo, rows: [{ Name: 'A', 'Sales Price': '1', 'Variant Values': 'Size: M' }], comes: [] };
  expect(await without(variant, ['Variant Values'])).toEqual([{ name: 'A', price: '1' }]);
});
