import { readExports, type Export } from '../../../tests/import-cases/exports.ts';

/* zoho.com/us/books/help/items; zoho.com/inventory/api/v1/items */
const zoho =
  'Item ID|Item Name|Item Name(Secondary Language)|Sales Description|Selling Price|Sales Account|Brand|Manufacturer|Tax Name|Tax Percentage|Tax Type|Product Type|Source|Status|Unit|Unit Name|SKU|UPC|EAN|ISBN|Part Number|Purchase Price|Purchase Account|Reorder Level|Preferred Vendor|Warehouse Name|Opening Stock|Opening Stock Value|Stock On Hand|Is Combo Product|Item Type|Sellable|Purchasable|Track Inventory|CF.Color|CF.Price';
const ofZoho: Export[] = [
  {
    is: 'amounts with currency, and names in two languages',
    heads: zoho,
    rows: [
      {
        'Item ID': '1',
        'Item Name': 'Mug',
        'Item Name(Secondary Language)': 'كوب',
        'Selling Price': 'EGP 1,250.00',
        'Purchase Price': 'EGP 600.00',
        'Tax Name': 'VAT',
        'Tax Percentage': '14',
        'Product Type': 'goods',
        Status: 'Active',
        SKU: 'M',
        'CF.Color': 'x',
        'CF.Price': '9',
      },
    ],
    comes: [{ name: 'Mug', name_ar: 'كوب', price: '1250.00', purchase_price: '600.00', tax_rate: '14', active: 'true', sku: 'M' }],
  },
  {
    is: 'codes in different columns per item',
    heads: zoho,
    rows: [
      { 'Item ID': '1', 'Item Name': 'A', 'Product Type': 'goods', EAN: '6221234567013', 'Selling Price': '5' },
      { 'Item ID': '2', 'Item Name': 'B', 'Product Type': 'goods', UPC: '036000291452', 'Selling Price': '6' },
      { 'Item ID': '3', 'Item Name': 'C', 'Product Type': 'goods', ISBN: '9780306406157', 'Selling Price': '7' },
    ],
    comes: [
      { name: 'A', barcode: '6221234567013', price: '5' },
      { name: 'B', barcode: '036000291452', price: '6' },
      { name: 'C', barcode: '9780306406157', price: '7' },
    ],
  },
  {
    is: 'stock in two warehouses, one row each',
    heads: zoho,
    rows: [
      {
        'Item ID': '1',
        'Item Name': 'Mug',
        'Product Type': 'goods',
        SKU: 'M',
        'Selling Price': '60',
        'Warehouse Name': 'Main',
        'Stock On Hand': '4.00',
      },
      {
        'Item ID': '1',
        'Item Name': 'Mug',
        'Product Type': 'goods',
        SKU: 'M',
        'Selling Price': '60',
        'Warehouse Name': 'Mall',
        'Stock On Hand': '0.00',
      },
    ],
    comes: [
      { name: 'Mug', sku: 'M', price: '60', branch: 'Main', quantity: '4.00' },
      { name: 'Mug', sku: 'M', price: '60', branch: 'Mall', quantity: '0.00' },
    ],
  },
  {
    is: 'an inactive item, and a service without a purchase price',
    heads: zoho,
    rows: [
      { 'Item ID': '1', 'Item Name': 'Mug', 'Product Type': 'goods', Status: 'Inactive', SKU: 'M', 'Selling Price': '60' },
      {
        'Item ID': '2',
        'Item Name': 'Repair',
        'Product Type': 'service',
        Status: 'Active',
        SKU: 'R',
        'Selling Price': '100',
        'Purchase Price': '',
      },
    ],
    comes: [
      { name: 'Mug', active: 'false', sku: 'M', price: '60' },
      { name: 'Repair', active: 'true', sku: 'R', price: '100' },
    ],
  },
  {
    is: 'Zoho Books: a rate, a vendor, and opening stock only',
    heads:
      'Item ID|Item Name|SKU|HSN/SAC|Description|Rate|Account|Account Code|Taxable|Product Type|Source|Reference ID|Status|Usage unit|Purchase Rate|Purchase Account|Purchase Description|Inventory Account|Reorder Point|Vendor|Opening Stock|Opening Stock Value|Item Type',
    rows: [
      {
        'Item ID': '1',
        'Item Name': 'Mug',
        SKU: 'M',
        Description: 'Clay\n"big"',
        Rate: '60',
        'Product Type': 'goods',
        Status: 'Active',
        'Purchase Rate': '20',
        'Reorder Point': '2',
        Vendor: 'Delta',
        'Opening Stock': '5',
        'Item Type': 'Inventory',
      },
    ],
    comes: [
      {
        name: 'Mug',
        sku: 'M',
        description: 'Clay\n"big"',
        price: '60',
        active: 'true',
        purchase_price: '20',
        low_stock_level: '2',
        supplier: 'Delta',
        quantity: '5',
      },
    ],
  },
  {
    is: 'opening stock for rows without stock on hand',
    heads: zoho,
    rows: [
      { 'Item ID': '1', 'Item Name': 'A', 'Product Type': 'goods', 'Opening Stock': '9', 'Stock On Hand': '4' },
      { 'Item ID': '2', 'Item Name': 'B', 'Product Type': 'goods', 'Opening Stock': '7', 'Stock On Hand': '' },
    ],
    comes: [
      { name: 'A', quantity: '4' },
      { name: 'B', quantity: '7' },
    ],
  },
  {
    is: 'a workbook with long ids',
    heads: zoho,
    as: 'xlsx',
    rows: [
      {
        'Item ID': '3350895000000089001',
        'Item Name': 'Mug',
        'Product Type': 'goods',
        SKU: '00417',
        'Selling Price': 60.5,
        'Stock On Hand': 4,
      },
    ],
    comes: [{ name: 'Mug', sku: '00417', price: '60.5', quantity: '4' }],
  },
  {
    is: 'categories and decimal commas',
    heads: `${zoho}|Category Name`,
    as: 'semicolons',
    rows: [
      {
        'Item ID': '1',
        'Item Name': 'Mug',
        'Category Name': 'Home; kitchen',
        'Product Type': 'goods',
        SKU: 'M',
        'Selling Price': 'EGP 60,50',
      },
    ],
    comes: [{ name: 'Mug', category: 'Home; kitchen', sku: 'M', price: '60.50' }],
  },
  {
    is: 'amounts in another currency',
    heads: zoho,
    rows: [{ 'Item ID': '1', 'Item Name': 'Mug', 'Product Type': 'goods', SKU: 'M', 'Selling Price': 'AED 20.00' }],
    comes: [{ name: 'Mug', sku: 'M', price: 'AED 20.00' }],
  },
  {
    is: 'customers with a row per contact person',
    kind: 'customers',
    heads:
      'Created Time|Contact ID|Contact Name|Company Name|Display Name|Contact Type|EmailID|Phone|MobilePhone|Billing Address|Billing City|First Name|Last Name|Currency Code|Status',
    rows: [
      {
        'Contact ID': '7',
        'Contact Name': 'Nile Co',
        'Display Name': 'Nile Co',
        'Company Name': 'Nile',
        EmailID: 'info@a.test',
        Phone: '0223456789',
        MobilePhone: '01001234567',
        'First Name': 'Mona',
        Status: 'Active',
      },
      {
        'Contact ID': '7',
        'Contact Name': 'Nile Co',
        'Display Name': 'Nile Co',
        'Company Name': 'Nile',
        EmailID: 'hany@a.test',
        'First Name': 'Hany',
        Status: 'Active',
      },
      { 'Contact ID': '8', 'Display Name': 'Adel', Phone: '0223456780', Status: 'Inactive' },
    ],
    comes: [
      { name: 'Nile Co', email: 'info@a.test', phone: '01001234567', active: 'true' },
      { name: 'Adel', phone: '0223456780', active: 'false' },
    ],
  },
];

readExports('Zoho', ofZoho);
