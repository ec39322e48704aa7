import { itemReader, type RowState, withoutSizeOfCode } from './sales.ts';
import { offsetOf, zoneCalled } from '../zones.ts';
import { activeUnless, firstListItem, optionHeaders, type System, withoutVariable } from './helpers.ts';

const stateOf = (event: string): RowState => (/^(payment)?$/i.test(event) ? 'sale' : /^refund$/i.test(event) ? 'refund' : 'unknown');

const itemSales = itemReader(
  {
    reference: 'transaction id',
    goods: ['sku', 'item', 'price point name'],
    branch: 'location',
    customer: 'customer name',
    quantity: 'qty',
    gross: 'gross sales',
    discount: 'discounts',
    net: 'net sales',
    tax: 'tax',
  },
  (cell) => stateOf(cell('event type').trim()),
  (cell, { moment }) => {
    const at = moment(`${cell('date')} ${cell('time')}`.trim());
    const name = cell('time zone').trim();
    // The database refuses a time that does not exist: 25:00.
    if (name === '' || at.length === 10 || Number.isNaN(Date.parse(at))) return at;
    const zone = zoneCalled(name);
    return zone && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? at + offsetOf(at, zone) : null;
  },
  { addsTax: true },
);

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
  // Item sales, in Square's dashboard "Items detail CSV": heads of real files in zoetankersley/sunrise_social_club and socrtwo/Schola.
  {
    name: 'Square',
    kind: 'sales',
    signature: ['item', 'price point name', 'gross sales', 'net sales', 'transaction id'],
    fields: {
      reference: 'transaction id',
      sold_at: 'date',
      branch: 'location',
      customer: 'customer name',
      sku: 'sku',
      barcode: 'gtin',
      product: 'item',
      size: 'price point name',
      quantity: 'qty',
      unit_price: 'gross sales',
      discount: 'discounts',
      tax_rate: 'tax',
      document_total: 'net sales',
      salesperson: 'employee',
      notes: 'notes',
    },
    others:
      'time|time zone|category|modifiers applied|payment id|device name|details|event type|dining option|customer id|customer reference id|' +
      'unit|count|itemization type|commission|fulfillment note|channel|token|card brand|pan suffix|record id',
    reader: (...given) => {
      const read = itemSales(...given);
      return (cells, cell, row) => {
        const regular = /^(regular|عادي)$/i.test(cells.size ?? '');
        return read(withoutSizeOfCode(regular ? { ...cells, size: '' } : cells), cell, row);
      };
    },
  },
  // Has a row for each payment, without its goods.
  {
    name: 'Square',
    kind: 'sales',
    signature: ['transaction id', 'gross sales', 'total collected', 'fees'],
    fields: {},
    instead: 'Items detail',
  },
];
