import { expect, it } from 'vitest';
import { readExports, without, type Export } from '../../../tests/import-cases/exports.ts';

/* help.shopify.com/en/manual/products/import-export/using-csv and …/inventory/getting-started-with-inventory/inventory-csv */
const shopify =
  'Handle|Title|Body (HTML)|Vendor|Product Category|Type|Tags|Published|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Option3 Name|Option3 Value|Variant SKU|Variant Inventory Qty|Variant Price|Variant Compare At Price|Variant Barcode|Image Src|Image Position|Cost per item|Status';
const shopifyNew =
  'Title|URL handle|Description|Vendor|Product category|Type|Tags|Published on online store|Status|SKU|Barcode|Option1 name|Option1 value|Option1 Linked To|Option2 name|Option2 value|Price|Compare-at price|Cost per item|Charge tax|Inventory quantity|Product image URL|Image position';
const shopifyStock =
  'Handle|Title|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Option3 Name|Option3 Value|SKU|HS Code|COO|Location|Bin name|Incoming (not editable)|Unavailable (not editable)|Committed (not editable)|Available (not editable)|On hand (current)|On hand (new)';
/* The layout in which several public importers read Shopify's orders. */
const shopifyOrders =
  'Name|Email|Financial Status|Paid at|Fulfillment Status|Fulfilled at|Accepts Marketing|Currency|Subtotal|Shipping|Taxes|Total|Discount Code|Discount Amount|Shipping Method|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem compare at price|Lineitem sku|Lineitem requires shipping|Lineitem taxable|Lineitem fulfillment status|Billing Name|Billing Phone|Shipping Name|Notes|Cancelled at|Payment Method|Payment Reference|Refunded Amount|Vendor|Outstanding Balance|Employee|Location|Device ID|Id|Tags|Risk Level|Source|Lineitem discount|Tax 1 Name|Tax 1 Value|Phone|Receipt Number';
const order = {
  Name: '#1001',
  Email: 'mona@a.test',
  'Financial Status': 'paid',
  Currency: 'EGP',
  Shipping: '0.00',
  'Discount Amount': '0.00',
  'Created at': '2026-11-05 09:58:12 +0200',
  'Billing Name': 'Mona Adel',
  'Payment Method': 'Cash',
  'Lineitem discount': '0.00',
};
const ordered = {
  reference: '1001',
  sold_at: '2026-11-05 09:58:12+0200',
  customer: 'Mona Adel',
  email: 'mona@a.test',
  payment_method: 'Cash',
};
const small = {
  ...order,
  Subtotal: '60.00',
  Taxes: '0.00',
  Total: '60.00',
  'Lineitem quantity': '1',
  'Lineitem price': '60.00',
  'Lineitem sku': 'TEE',
};
const one = { sku: 'TEE', quantity: '1', unit_price: '60.00', discount: '0.00', tax_rate: '0', document_total: '60.00' };

const ofShopify: Export[] = [
  {
    is: 'three options, product fields in the first row only, and image rows',
    heads: shopify,
    rows: [
      {
        Handle: 'tee',
        Title: 'Tee',
        'Body (HTML)': '<p>Soft &amp; light</p>\n<p>"Best"</p>',
        Vendor: 'Acme',
        Type: 'Tops',
        Published: 'true',
        'Option1 Name': 'Size',
        'Option1 Value': 'M',
        'Option2 Name': 'Colour',
        'Option2 Value': 'Black',
        'Option3 Name': 'Sleeve',
        'Option3 Value': 'Long',
        'Variant SKU': 'TEE-1',
        'Variant Inventory Qty': '3',
        'Variant Price': '60.50',
        'Variant Compare At Price': '80.00',
        'Image Position': '1',
        Status: 'active',
      },
      {
        Handle: 'tee',
        'Option1 Value': 'L',
        'Option2 Value': 'White',
        'Option3 Value': 'Short',
        'Variant SKU': 'TEE-2',
        'Variant Inventory Qty': '0',
        'Variant Price': '60.50',
        'Image Position': '2',
      },
      { Handle: 'tee', 'Image Src': 'https://shop.test/3.jpg', 'Image Position': '3' },
      { Handle: 'tee', 'Image Src': 'https://shop.test/4.jpg', 'Image Position': '4' },
    ],
    comes: [
      {
        group: 'tee',
        name: 'Tee',
        description: 'Soft & light\n\n"Best"',
        brand: 'Acme',
        category: 'Tops',
        size: 'M / Long',
        color: 'Black',
        sku: 'TEE-1',
        quantity: '3',
        price: '60.50',
        active: 'true',
      },
      { group: 'tee', size: 'L / Short', color: 'White', sku: 'TEE-2', quantity: '0', price: '60.50' },
    ],
  },
  {
    is: 'products without variants: archived, draft, unlisted and active',
    heads: shopify,
    rows: ['archived', 'draft', 'unlisted', 'active'].map((Status, index) => ({
      Handle: `mug-${index}`,
      Title: `Mug ${index}`,
      'Option1 Name': 'Title',
      'Option1 Value': 'Default Title',
      'Variant SKU': `MUG-${index}`,
      'Variant Price': '40.00',
      Status,
    })),
    comes: ['false', 'false', 'true', 'true'].map((active, index) => ({
      group: `mug-${index}`,
      name: `Mug ${index}`,
      sku: `MUG-${index}`,
      price: '40.00',
      active,
    })),
  },
  {
    is: 'newer headers, with the category for products without a type',
    heads: shopifyNew,
    rows: [
      {
        Title: 'Cap',
        'URL handle': 'cap',
        'Product category': 'Apparel & Accessories > Hats',
        Status: 'Active',
        SKU: 'CAP-R',
        'Option1 name': 'Color',
        'Option1 value': 'Red',
        Price: '25.00',
        'Inventory quantity': '-2',
        'Cost per item': '10.00',
      },
      {
        Title: 'Bag',
        'URL handle': 'bag',
        'Product category': 'Luggage & Bags',
        Type: 'Bags',
        Status: 'Draft',
        SKU: 'BAG',
        'Option1 name': 'Title',
        'Option1 value': 'Default Title',
        Price: '90.00',
      },
    ],
    comes: [
      {
        group: 'cap',
        name: 'Cap',
        category: 'Apparel & Accessories > Hats',
        active: 'true',
        sku: 'CAP-R',
        color: 'Red',
        price: '25.00',
        quantity: '-2',
        purchase_price: '10.00',
      },
      { group: 'bag', name: 'Bag', category: 'Bags', active: 'false', sku: 'BAG', price: '90.00' },
    ],
  },
  {
    is: 'an inventory export with a row per location',
    heads: shopifyStock,
    rows: [
      {
        Handle: 'tee',
        Title: 'Tee',
        'Option1 Name': 'Size',
        'Option1 Value': 'M',
        SKU: 'TEE-M',
        Location: 'Zamalek',
        'Incoming (not editable)': '9',
        'Committed (not editable)': '1',
        'Available (not editable)': '4',
        'On hand (current)': '5',
      },
      {
        Handle: 'tee',
        Title: 'Tee',
        'Option1 Name': 'Size',
        'Option1 Value': 'M',
        SKU: 'TEE-M',
        Location: 'Mall',
        'Available (not editable)': 'not stocked',
        'On hand (current)': 'not stocked',
      },
    ],
    comes: [
      { group: 'tee', name: 'Tee', size: 'M', sku: 'TEE-M', branch: 'Zamalek', quantity: '5' },
      { group: 'tee', name: 'Tee', size: 'M', sku: 'TEE-M', branch: 'Mall' },
    ],
  },
  {
    is: 'an inventory export with a column per location',
    heads:
      'Handle|Title|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Option3 Name|Option3 Value|SKU|HS Code|COO|Zamalek|Nasr City',
    rows: [
      {
        Handle: 'tee',
        Title: 'Tee',
        'Option1 Name': 'Color',
        'Option1 Value': 'Red',
        SKU: 'TEE-R',
        COO: 'EG',
        Zamalek: '4',
        'Nasr City': '7',
      },
    ],
    places: ['Zamalek', 'Nasr City'],
    comes: [
      { group: 'tee', name: 'Tee', color: 'Red', sku: 'TEE-R', branch: 'Zamalek', quantity: '4' },
      { group: 'tee', name: 'Tee', color: 'Red', sku: 'TEE-R', branch: 'Nasr City', quantity: '7' },
    ],
  },
  {
    is: 'a file resaved with semicolons and decimal commas',
    heads: shopify,
    as: 'semicolons',
    rows: [
      { Handle: 'tee', Title: 'Tee; soft', 'Variant SKU': 'T', 'Variant Price': '1.249,90', 'Cost per item': '600,5', Status: 'active' },
      { Handle: 'cap', Title: 'Cap', 'Variant SKU': 'C', 'Variant Price': '1.250', 'Cost per item': '12', Status: 'active' },
    ],
    comes: [
      { group: 'tee', name: 'Tee; soft', sku: 'T', price: '1249.90', purchase_price: '600.5', active: 'true' },
      { group: 'cap', name: 'Cap', sku: 'C', price: '1250', purchase_price: '12', active: 'true' },
    ],
  },
  {
    is: 'a file resaved in windows-1256 with Arabic option names',
    heads: shopify,
    as: 'windows-1256',
    rows: [
      {
        Handle: 'abaya',
        Title: 'عباية ليلى',
        Type: 'عبايات',
        'Option1 Name': 'اللون',
        'Option1 Value': 'أسود',
        'Option2 Name': 'المقاس',
        'Option2 Value': 'م',
        'Variant SKU': 'AB-1',
        'Variant Price': '900',
        Status: 'active',
      },
    ],
    comes: [
      { group: 'abaya', name: 'عباية ليلى', category: 'عبايات', color: 'أسود', size: 'م', sku: 'AB-1', price: '900', active: 'true' },
    ],
  },
  {
    is: 'codes with an apostrophe, and one that a spreadsheet damaged',
    heads: shopify,
    rows: [
      { Handle: 'a', Title: 'A', 'Variant SKU': "'00417", 'Variant Barcode': "'6221234567013", 'Variant Price': '1' },
      { Handle: 'b', Title: 'B', 'Variant SKU': 'B', 'Variant Barcode': '6.22123E+12', 'Variant Price': '2' },
    ],
    comes: [
      { group: 'a', name: 'A', sku: '00417', barcode: '6221234567013', price: '1' },
      // The database refuses this one with the reason.
      { group: 'b', name: 'B', sku: 'B', barcode: '6.22123E+12', price: '2' },
    ],
  },
  {
    is: 'another column order with columns of apps and markets',
    heads:
      'Variant SKU|Variant Price|Price / Egypt|Compare At Price / Egypt|Included / Egypt|Google Shopping / Gender|Color (product.metafields.shopify.color-pattern)|Size (product.metafields.custom.size)|Cost (product.metafields.custom.cost)|Option1 Value|Option1 Name|Title|Handle|Variant Image|Variant Weight Unit|Gift Card',
    rows: [
      {
        'Variant SKU': 'S-1',
        'Variant Price': '15.00',
        'Price / Egypt': '700',
        'Color (product.metafields.shopify.color-pattern)': 'red',
        'Cost (product.metafields.custom.cost)': '9',
        'Option1 Name': 'Volume',
        'Option1 Value': '250 ml',
        Title: 'Soap',
        Handle: 'soap',
      },
    ],
    further: [['price', ['Price / Egypt']]],
    comes: [{ group: 'soap', name: 'Soap', sku: 'S-1', price: '15.00', size: '250 ml' }],
  },
  {
    is: 'customers, one with a phone only in the address',
    kind: 'customers',
    heads:
      'Customer ID|First Name|Last Name|Email|Accepts Email Marketing|Default Address Company|Default Address Address1|Default Address City|Default Address Phone|Phone|Accepts SMS Marketing|Total Spent|Total Orders|Note|Tax Exempt|Tags',
    rows: [
      {
        'Customer ID': "'7001",
        'First Name': 'Mona',
        'Last Name': 'Adel',
        Email: 'mona@a.test',
        'Default Address Phone': "'+20223456789",
        Phone: "'+201001234567",
      },
      { 'Customer ID': "'7002", 'First Name': 'Hany', 'Default Address Address1': '1 Nile St', 'Default Address Phone': "'+201112223333" },
    ],
    comes: [
      { name: 'Mona Adel', email: 'mona@a.test', phone: '+201001234567' },
      { name: 'Hany', address: '1 Nile St', phone: '+201112223333' },
    ],
  },
  {
    is: 'orders with two lines, tax that is added, and a discount of the whole order',
    kind: 'sales',
    heads: shopifyOrders,
    rows: [
      {
        ...order,
        Subtotal: '170.00',
        Taxes: '23.80',
        Total: '193.80',
        'Discount Code': 'TEN',
        'Discount Amount': '10.00',
        'Lineitem quantity': '2',
        'Lineitem price': '60.00',
        'Lineitem sku': 'TEE',
      },
      { Name: '#1001', Email: 'mona@a.test', 'Lineitem quantity': '1', 'Lineitem name': 'Mug', 'Lineitem price': '60.00' },
    ],
    comes: [
      {
        ...ordered,
        sku: 'TEE',
        quantity: '2',
        unit_price: '60.00',
        sale_discount: '10.00',
        discount_reason: 'TEN',
        tax_rate: '14',
        document_total: '193.80',
      },
      { reference: '1001', product: 'Mug', quantity: '1', unit_price: '60.00' },
    ],
  },
  {
    is: 'orders whose discount of a line is in that of the order too, with tax in their prices, partly paid',
    kind: 'sales',
    heads: shopifyOrders,
    rows: [
      {
        ...order,
        'Financial Status': 'partially_paid',
        Subtotal: '114.00',
        Taxes: '14.00',
        Total: '114.00',
        'Discount Amount': '6.00',
        'Outstanding Balance': '50.00',
        'Lineitem quantity': '2',
        'Lineitem price': '60.00',
        'Lineitem sku': 'TEE',
        'Lineitem discount': '6.00',
      },
    ],
    comes: [
      {
        ...ordered,
        sku: 'TEE',
        quantity: '2',
        unit_price: '60.00',
        discount: '6.00',
        tax_rate: '14',
        paid: '64.00',
        document_total: '114.00',
      },
    ],
  },
  {
    is: 'orders cancelled, refunded and not paid, which are left out, and others that are problems',
    kind: 'sales',
    heads: shopifyOrders,
    rows: [
      { ...small, Name: '#1', 'Cancelled at': '2026-11-06 08:00:00 +0200' },
      { ...small, Name: '#2', 'Financial Status': 'refunded', 'Refunded Amount': '60.00' },
      { ...small, Name: '#3', 'Financial Status': 'pending' },
      { Name: '#3', 'Lineitem quantity': '1', 'Lineitem price': '60.00', 'Lineitem sku': 'CAP' },
      { ...small, Name: '#4', 'Financial Status': 'partially_refunded', 'Refunded Amount': '20.00' },
      { ...small, Name: '#5', 'Financial Status': 'in_dispute' },
      { ...small, Name: '#6', Currency: 'USD' },
      { ...small, Name: '#7', 'Financial Status': '' },
    ],
    leftOut: { cancelled: 1, refunded: 1, pending: 2 },
    comes: [
      { ...ordered, ...one, reference: '4', unread: { document_total: 'refund_untold' } },
      { ...ordered, ...one, reference: '5', unread: { reference: 'state_unknown' } },
      { ...ordered, ...one, reference: '6', unread: { unit_price: 'other_currency' } },
      { ...ordered, ...one, reference: '7', unread: { reference: 'state_unknown' } },
    ],
  },
];

readExports('Shopify', ofShopify);

it('ignores the fallback columns that the user leaves out', async () => {
  const customers: Export = {
    is: '',
    kind: 'customers',
    heads: 'First Name|Last Name|Accepts Email Marketing|Default Address Address1|Default Address Phone|Phone',
    rows: [
      { 'First Name': 'Mona', Phone: '+201001234567' },
      { 'First Name': 'Hany', 'Default Address Phone': '+201112223333' },
    ],
    comes: [],
  };
  const phones = async (out: string[]) => (await without(customers, out)).map(({ phone }) => phone);
  expect(await phones([])).toEqual(['+201001234567', '+201112223333']);
  expect(await phones(['Default Address Phone'])).toEqual(['+201001234567', undefined]);
  expect(await phones(['Phone'])).toEqual([undefined, undefined]);
});
