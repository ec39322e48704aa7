import { expect, it } from 'vitest';
import { readExports, without, type Export } from '../../../tests/import-cases/exports.ts';

/* squareup.com/help articles 5966 and 8211 */
const square =
  'Token|Item Name|Customer-facing Name|Variation Name|SKU|Description|Categories|Reporting Category|GTIN|Item Type|Weight (lb)|Price|Online Sale Price|Archived|Sellable|Stockable|Option Name 1|Option Value 1|Option Name 2|Option Value 2|Default Unit Cost|Default Vendor Name|Default Vendor Code|Enabled Zamalek|Current Quantity Zamalek|New Quantity Zamalek|Stock Alert Enabled Zamalek|Stock Alert Count Zamalek|Price Zamalek|Enabled Mall|Current Quantity Mall|New Quantity Mall|Stock Alert Enabled Mall|Stock Alert Count Mall|Price Mall|Tax - VAT (14%)';
/* Heads of zoetankersley/sunrise_social_club data/raw/items-*.csv */
const squareItems =
  'Date|Time|Time Zone|Category|Item|Qty|Price Point Name|SKU|Modifiers Applied|Gross Sales|Discounts|Net Sales|Tax|Transaction ID|Payment ID|Device Name|Notes|Details|Event Type|Location|Dining Option|Customer ID|Customer Name|Customer Reference ID|Unit|Count|GTIN|Itemization Type|Commission|Employee|Fulfillment Note|Channel|Token|Card Brand|PAN Suffix';
const item = {
  Date: '2026-11-05',
  Time: '21:45:10',
  'Time Zone': 'Cairo',
  Item: 'Shirt',
  'Price Point Name': 'Regular',
  'Transaction ID': 'T1',
  Location: 'Zamalek',
};
const sold = { reference: 'T1', sold_at: '2026-11-05 21:45:10+02:00', branch: 'Zamalek', sku: 'S', product: 'Shirt' };

const ofSquare: Export[] = [
  {
    is: 'variations without options',
    heads: square,
    rows: [
      {
        Token: 'A',
        'Item Name': 'Tea',
        'Variation Name': 'Small',
        SKU: '1',
        Description: 'Black tea',
        Categories: 'Drinks',
        Price: '20.00',
        Archived: 'N',
        'Tax - VAT (14%)': 'Y',
      },
      {
        Token: 'B',
        'Item Name': 'Tea',
        'Variation Name': 'Large',
        SKU: '2',
        Categories: 'Drinks',
        Price: '30.00',
        Archived: 'N',
        'Tax - VAT (14%)': 'Y',
      },
    ],
    comes: [
      { group: 'Tea', name: 'Tea', size: 'Small', sku: '1', description: 'Black tea', category: 'Drinks', price: '20.00', active: 'true' },
      { group: 'Tea', name: 'Tea', size: 'Large', sku: '2', category: 'Drinks', price: '30.00', active: 'true' },
    ],
  },
  {
    is: 'two options, stock in two places, and an alert in the second only',
    heads: square,
    places: ['Zamalek', 'Mall'],
    rows: [
      {
        Token: 'A',
        'Item Name': 'Tee',
        'Variation Name': 'Red, M',
        SKU: 'T',
        Price: '60',
        Archived: 'N',
        'Option Name 1': '#color 0190aaaa-bbbb-cccc-dddd-eeeeffff0000',
        'Option Value 1': 'Red',
        'Option Name 2': 'size',
        'Option Value 2': 'M',
        'Default Unit Cost': '20',
        'Default Vendor Name': 'Delta',
        'Current Quantity Zamalek': '3',
        'Current Quantity Mall': '-1',
        'Stock Alert Count Mall': '2',
      },
    ],
    comes: ['Zamalek', 'Mall'].map((branch, index) => ({
      group: 'Tee',
      name: 'Tee',
      color: 'Red',
      size: 'M',
      sku: 'T',
      price: '60',
      active: 'true',
      purchase_price: '20',
      supplier: 'Delta',
      low_stock_level: '2',
      branch,
      quantity: ['3', '-1'][index],
    })),
  },
  {
    is: 'the common price rather than the prices of two places',
    heads: square,
    rows: [
      { Token: 'A', 'Item Name': 'Mug', Price: '12', Archived: 'N', 'Price Zamalek': '14', 'Price Mall': '15' },
      { Token: 'B', 'Item Name': 'Pan', Price: '', Archived: 'N', 'Price Mall': '90' },
    ],
    further: [['price', ['Price Zamalek', 'Price Mall']]],
    comes: [
      { group: 'Mug', name: 'Mug', price: '12', active: 'true' },
      { group: 'Pan', name: 'Pan', active: 'true' },
    ],
  },
  {
    is: 'prices of two places only, which is ambiguous',
    heads: square,
    rows: [{ Token: 'A', 'Item Name': 'Mug', Archived: 'N', 'Price Zamalek': '14', 'Price Mall': '15' }],
    asked: ['price'],
    comes: [{ group: 'Mug', name: 'Mug', active: 'true' }],
  },
  {
    is: 'an archived item, a variable price and empty costs',
    heads: square,
    rows: [
      { Token: 'A', 'Item Name': 'Repair', 'Variation Name': 'Regular', Price: 'Variable', Archived: 'Y' },
      { Token: 'B', 'Item Name': 'Strap', 'Variation Name': '', SKU: 'S', Price: '', Archived: 'N' },
    ],
    comes: [
      { group: 'Repair', name: 'Repair', active: 'false' },
      { group: 'Strap', name: 'Strap', sku: 'S', active: 'true' },
    ],
  },
  {
    is: 'a workbook with text cells',
    heads: square,
    as: 'xlsx',
    rows: [
      {
        Token: 'A',
        'Item Name': 'Mug',
        'Variation Name': 'Regular',
        SKU: '00417',
        GTIN: '6221234567013',
        Price: '1,250.50',
        Archived: 'N',
      },
    ],
    comes: [{ group: 'Mug', name: 'Mug', sku: '00417', barcode: '6221234567013', price: '1250.50', active: 'true' }],
  },
  {
    is: 'older headers: one category, no places',
    heads: 'Token|Item Name|Description|Category|SKU|Variation Name|Price|Square Online Item Visibility|Tax - Sales (8.5%)',
    rows: [
      {
        Token: 'A',
        'Item Name': 'Mug',
        Description: 'Clay,\n"hand" made',
        Category: 'Home',
        SKU: 'M',
        'Variation Name': 'Regular',
        Price: '12.00',
      },
    ],
    comes: [{ group: 'Mug', name: 'Mug', description: 'Clay,\n"hand" made', category: 'Home', sku: 'M', price: '12.00' }],
  },
  {
    is: 'newest headers, categories with ids, and some reporting categories',
    heads: `Reference Handle|${square}`,
    rows: [
      {
        'Reference Handle': '#mug',
        Token: 'A',
        'Item Name': 'Mug',
        'Variation Name': 'Regular',
        SKU: 'M',
        Categories: 'Home > Cups (ABC123), New (DEF)',
        Price: '12',
        Archived: 'N',
      },
      {
        'Reference Handle': '#pan',
        Token: 'B',
        'Item Name': 'Pan',
        'Variation Name': 'Regular',
        SKU: 'P',
        Categories: 'New (DEF)',
        'Reporting Category': 'Pots',
        Price: '90',
        Archived: 'N',
      },
    ],
    comes: [
      { group: 'Mug', name: 'Mug', sku: 'M', category: 'Home > Cups', price: '12', active: 'true' },
      { group: 'Pan', name: 'Pan', sku: 'P', category: 'Pots', price: '90', active: 'true' },
    ],
  },
  {
    is: 'Arabic names in UTF-8 with BOM and a blank line',
    heads: square,
    as: 'bom',
    rows: [
      { Token: 'A', 'Item Name': 'كوب', 'Variation Name': 'عادي', SKU: 'K', Price: '٦٠٫٥', Archived: 'N' },
      null,
      { Token: 'B', 'Item Name': 'طبق', 'Variation Name': 'كبير', SKU: 'T', Price: '90', Archived: 'N' },
    ],
    comes: [
      { group: 'كوب', name: 'كوب', sku: 'K', price: '60.5', active: 'true' },
      { group: 'طبق', name: 'طبق', size: 'كبير', sku: 'T', price: '90', active: 'true' },
    ],
  },
  {
    is: 'a file resaved with a total row',
    heads: square,
    rows: [
      { Token: 'A', 'Item Name': 'Mug', 'Variation Name': 'Regular', SKU: 'M', Price: '12', Archived: 'N', 'Default Unit Cost': '5.5' },
      { Token: 'B', 'Item Name': 'Pan', 'Variation Name': 'Regular', SKU: 'P', Price: '90', Archived: 'N', 'Default Unit Cost': '40' },
      { 'Item Name': 'Total', 'Default Unit Cost': '45.5' },
    ],
    total: 4,
    comes: [
      { group: 'Mug', name: 'Mug', sku: 'M', price: '12', active: 'true', purchase_price: '5.5' },
      { group: 'Pan', name: 'Pan', sku: 'P', price: '90', active: 'true', purchase_price: '40' },
    ],
  },
  {
    is: 'an item called Total',
    heads: square,
    rows: [
      { Token: 'A', 'Item Name': 'Mug', 'Variation Name': 'Regular', Price: '12', Archived: 'N' },
      { Token: 'B', 'Item Name': 'Total', 'Variation Name': 'Regular', Price: '30', Archived: 'N' },
    ],
    comes: [
      { group: 'Mug', name: 'Mug', price: '12', active: 'true' },
      { group: 'Total', name: 'Total', price: '30', active: 'true' },
    ],
  },
  {
    is: 'customers',
    kind: 'customers',
    heads:
      'Reference ID|First Name|Last Name|Email Address|Phone Number|Nickname|Company Name|Street Address 1|Street Address 2|City|State|Postal Code|Birthday|Memo|Square Customer ID|Creation Source|First Visit|Last Visit|Transaction Count|Lifetime Spend|Email Subscription Status|Instant Profile',
    rows: [
      {
        'First Name': 'Mona',
        'Last Name': 'Adel',
        'Email Address': 'mona@a.test',
        'Phone Number': "'+201001234567",
        'Company Name': 'Nile',
        'Street Address 1': '1 Nile St',
        Memo: 'VIP',
        'Square Customer ID': 'Z',
        'Lifetime Spend': '$90.00',
      },
    ],
    comes: [{ name: 'Mona Adel', email: 'mona@a.test', phone: '+201001234567', address: '1 Nile St' }],
  },
  {
    is: 'item sales with the time of their time zone, a discount with a minus, and tax',
    kind: 'sales',
    heads: squareItems,
    rows: [
      { ...item, SKU: 'S', Qty: '2', 'Gross Sales': 'EGP 800.00', Discounts: '-EGP 80.00', 'Net Sales': 'EGP 720.00', Tax: 'EGP 0.00' },
      {
        ...item,
        'Transaction ID': 'T2',
        'Time Zone': 'Eastern Time (US & Canada)',
        Item: 'Rice',
        'Price Point Name': 'Large',
        Qty: '0.345',
        'Gross Sales': '12.08',
        Discounts: '0.00',
        'Net Sales': '12.08',
        Tax: '1.69',
      },
    ],
    comes: [
      {
        reference: 'T1',
        sold_at: '2026-11-05 21:45:10+02:00',
        branch: 'Zamalek',
        sku: 'S',
        product: 'Shirt',
        quantity: '2',
        unit_price: '400.00',
        discount: '80.00',
        tax_rate: '0',
        document_total: '720.00',
      },
      {
        reference: 'T2',
        sold_at: '2026-11-05 21:45:10-05:00',
        branch: 'Zamalek',
        product: 'Rice',
        size: 'Large',
        quantity: '0.345',
        unit_price: '35.01',
        tax_rate: '14',
        document_total: '13.77',
      },
    ],
  },
  {
    is: 'item sales whose amount no price gives: the next price with a discount for the rest',
    kind: 'sales',
    heads: squareItems,
    rows: [{ ...item, SKU: 'S', Qty: '3', 'Gross Sales': '100.00', Discounts: '0.00', 'Net Sales': '100.00' }],
    comes: [{ ...sold, quantity: '3', unit_price: '33.34', discount: '0.02', document_total: '100.00' }],
  },
  {
    is: 'refunds of a sale further down: in pieces below zero, by their event, and without one',
    kind: 'sales',
    heads: squareItems,
    rows: [
      {
        ...item,
        Date: '2026-11-07',
        SKU: 'S',
        Qty: '-1',
        'Gross Sales': '-400.00',
        Discounts: '40.00',
        'Net Sales': '-360.00',
        'Event Type': 'Refund',
      },
      {
        ...item,
        Date: '2026-11-06',
        'Transaction ID': 'T3',
        SKU: 'S',
        Qty: '1',
        'Gross Sales': '-400.00',
        Discounts: '40.00',
        'Net Sales': '-360.00',
        'Event Type': 'Refund',
      },
      { ...item, Date: '2026-11-08', 'Transaction ID': 'T4', SKU: 'S', Qty: '-1', 'Gross Sales': '-90.00', 'Net Sales': '-90.00' },
      { ...item, SKU: 'S', Qty: '2', 'Gross Sales': '800.00', Discounts: '-80.00', 'Net Sales': '720.00', 'Event Type': 'Payment' },
    ],
    comes: [
      {
        ...sold,
        reference: 'T1-R20261107214510',
        sold_at: '2026-11-07 21:45:10+02:00',
        quantity: '-1',
        unit_price: '400.00',
        document_total: '-360.00',
        original: 'T1',
      },
      {
        ...sold,
        reference: 'T3',
        sold_at: '2026-11-06 21:45:10+02:00',
        quantity: '-1',
        unit_price: '400.00',
        document_total: '-360.00',
        original: 'T1',
      },
      { ...sold, reference: 'T4', sold_at: '2026-11-08 21:45:10+02:00', quantity: '-1', unit_price: '90.00', document_total: '-90.00' },
      { ...sold, quantity: '2', unit_price: '400.00', discount: '80.00', document_total: '720.00' },
    ],
  },
  {
    is: 'rows with an unknown event, an unclear time zone and no amount, which are problems',
    kind: 'sales',
    heads: squareItems,
    rows: [
      { ...item, SKU: 'S', Qty: '1', 'Gross Sales': '90.00', 'Net Sales': '90.00', 'Event Type': 'Deposit' },
      { ...item, 'Time Zone': 'EST', SKU: 'S', Qty: '1', 'Gross Sales': '90.00', 'Net Sales': '90.00' },
      { ...item, 'Transaction ID': 'T9', Time: '25:00:00', SKU: 'S', Qty: '1', 'Gross Sales': '90.00', 'Net Sales': '90.00' },
      { ...item, SKU: 'S', Qty: '1', 'Net Sales': '90.00' },
      { ...item, SKU: 'S', Qty: '1', 'Net Sales': '-90.00', 'Event Type': 'Refund' },
      { ...item, SKU: 'S', Qty: '-1', 'Gross Sales': '-90.00', 'Net Sales': '-90.00', 'Event Type': 'Deposit' },
    ],
    comes: [
      { ...sold, quantity: '1', unit_price: '90.00', document_total: '90.00', unread: { reference: 'state_unknown' } },
      {
        ...sold,
        sold_at: '2026-11-05',
        quantity: '1',
        unit_price: '90.00',
        document_total: '90.00',
        unread: { sold_at: 'time_zone_unknown' },
      },
      // The database refuses this time with the reason.
      { ...sold, reference: 'T9', sold_at: '2026-11-05 25:00:00', quantity: '1', unit_price: '90.00', document_total: '90.00' },
      { ...sold, quantity: '1', document_total: '90.00', unread: { unit_price: 'amount_unclear' } },
      { ...sold, quantity: '-1', document_total: '-90.00', unread: { unit_price: 'amount_unclear' } },
      { ...sold, quantity: '-1', unit_price: '90.00', document_total: '-90.00', unread: { reference: 'state_unknown' } },
    ],
  },
];

readExports('Square', ofSquare);

it('ignores the archived column if the user leaves it out', async () => {
  const archived: Export = { is: '', heads: square, rows: [{ Token: 'A', 'Item Name': 'A', Archived: 'N' }], comes: [] };
  expect(await without(archived, ['Archived'])).toEqual([{ group: 'A', name: 'A' }]);
});
