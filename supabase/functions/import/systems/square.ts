import { activeUnless, firstListItem, optionHeaders, type System, withoutVariable } from './helpers.ts';

export const square: readonly System[] = [
  {
    name: 'Square',
    kind: 'products',
    signature: ['token', 'item name', 'variation name'],
    fields: {
      name: 'item name',
      description: 'description',
      category: 'reporting category|category|categories',
      supplier: 'default vendor name',
      price: 'price|^price ',
      sku: 'sku',
      barcode: 'gtin',
      purchase_price: 'default unit cost',
      low_stock_level: '^stock alert count ',
      active: 'archived',
      size: 'variation name',
      ...optionHeaders(
        (nth) => `option name ${nth}`,
        (nth) => `option value ${nth}`,
      ),
    },
    others: 'item type|reference handle|customer facing name|online sale price|tags',
    placeOf: (header) => /^Current Quantity (.+)$/i.exec(header)?.[1],
    reader: () => (cells) => {
      const options = Boolean(cells.option1_value);
      // Square names options that it created itself '#color' followed by the option's id.
      const name = (given = '') => given.replace(/^#|\s*[0-9a-f]{8}-[0-9a-f-]{27,}$/gi, '').trim();
      return withoutVariable({
        ...cells,
        group: cells.name,
        category: firstListItem(cells.category ?? '').replace(/\s*\([^()]*\)$/, ''),
        active: activeUnless(cells.active),
        size: options || /^(regular|عادي)$/i.test(cells.size ?? '') ? '' : cells.size,
        option1_name: name(cells.option1_name),
        option2_name: name(cells.option2_name),
        option3_name: name(cells.option3_name),
      });
    },
  },
  {
    name: 'Square',
    kind: 'customers',
    signature: ['first name', 'last name', 'email address', 'phone number', 'reference id|square customer id'],
    fields: {
      first_name: 'first name',
      last_name: 'last name',
      email: 'email address',
      phone: 'phone number',
      address: 'street address 1',
    },
    others: 'company name|reference id|square customer id|memo',
  },
];
