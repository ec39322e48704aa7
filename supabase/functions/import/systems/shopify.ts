import { optionHeaders, type System } from './helpers.ts';

const shopifyVariantFields = {
  group: 'handle',
  name: 'title',
  sku: 'sku',
  ...optionHeaders(
    (nth) => `option${nth} name`,
    (nth) => `option${nth} value`,
  ),
} as const;

export const shopify: readonly System[] = [
  // The separate file of stock: a row for each variant and place, or a column for each place.
  {
    name: 'Shopify',
    kind: 'products',
    signature: ['handle', 'title', 'hs code', 'coo', 'location'],
    fields: { ...shopifyVariantFields, branch: 'location', quantity: 'on hand current|on hand|available not editable|available' },
    others: 'bin name|incoming|on hand|available',
    reader: () => (cells) => (/^not stocked$/i.test(cells.quantity ?? '') ? { ...cells, quantity: '' } : cells),
  },
  {
    name: 'Shopify',
    kind: 'products',
    signature: ['handle', 'title', 'hs code', 'coo'],
    fields: shopifyVariantFields,
    placeOf: (header, column, keys) => (column > keys.indexOf('coo') ? header : null),
  },
  {
    name: 'Shopify',
    kind: 'products',
    signature: ['handle|url handle', 'title', 'option1 value'],
    fields: {
      group: 'handle|url handle',
      name: 'title',
      description: 'body html|body|description',
      brand: 'vendor',
      category: 'type|product category',
      price: 'variant price|price|^price ',
      sku: 'variant sku|sku',
      barcode: 'variant barcode|barcode',
      quantity: 'variant inventory qty|inventory quantity',
      purchase_price: 'cost per item',
      active: 'status',
      ...optionHeaders(
        (nth) => `option${nth} name`,
        (nth) => `option${nth} value`,
      ),
    },
    others: 'tags|published|published on online store',
    // Unlisted products are hidden but sold to anyone with the link.
    reader: () => (cells) => (/^unlisted$/i.test(cells.active ?? '') ? { ...cells, active: 'true' } : cells),
  },
  {
    name: 'Shopify',
    kind: 'customers',
    signature: ['accepts email marketing', 'default address address1'],
    fields: {
      first_name: 'first name',
      last_name: 'last name',
      email: 'email',
      phone: 'phone|default address phone',
      address: 'default address address1',
    },
    others: 'customer id|tags|default address company|default address phone|note|group',
  },
];
