import type { Cells, FieldName, Kind } from './fields.ts';
import { headKey, normalise } from './text.ts';

/* The exports of other programs, known by their heads. What such a file means by a column stands here; a column that it names otherwise
   than everybody does is among its `others`, and filled from nothing. Heads are compared as headKey writes them. */

/** A row of the file by its heads. */
export type At = (head: string) => string;

export interface System {
  name: string;
  kind: Kind;
  /** Heads that all of its files have: of each list one. */
  signature: readonly string[];
  /** Each field's heads, the first that is there counts; ^ begins a head whose end is a place. */
  fields: Partial<Record<FieldName, string>>;
  /** What means something else than the word says. */
  others?: string;
  /** Its heads that hold the stock of one place, which they name. */
  places?: RegExp;
  /** What it writes in a way of its own; null where the row is no record. Begun anew for each reading of a file. */
  reader?: (rows: () => Iterable<At>) => (cells: Cells, at: At) => Cells | null;
}

/** Options by their numbers, which take the place of colour and size. */
const optionHeads = (name: (nth: number) => string, value: (nth: number) => string): Partial<Record<FieldName, string>> => ({
  option1_name: name(1),
  option1_value: value(1),
  option2_name: name(2),
  option2_value: value(2),
  option3_name: name(3),
  option3_value: value(3),
});

/** The first of a list in one cell, in which a comma of its own stands behind a backslash. */
const firstOf = (list: string): string => (/^(?:\\.|[^,\\])*/.exec(list)?.[0] ?? '').replace(/\\(.)/g, '$1').trim();
/** A price that is asked for at the till. */
const withoutVariable = (cells: Cells): Cells => (/^variable$/i.test(cells.price ?? '') ? { ...cells, price: '' } : cells);
const yes = (text: string): boolean => /^(y|yes|1|true)$/i.test(text.trim());

const systems: readonly System[] = [
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
      price: 'variant price|price',
      sku: 'variant sku|sku',
      barcode: 'variant barcode|barcode',
      quantity: 'variant inventory qty|inventory quantity',
      purchase_price: 'cost per item',
      active: 'status',
      ...optionHeads(
        (nth) => `option${nth} name`,
        (nth) => `option${nth} value`,
      ),
    },
    others: 'tags|published|published on online store',
  },
  {
    name: 'WooCommerce',
    kind: 'products',
    signature: ['type', 'regular price', 'published'],
    fields: {
      group: 'parent',
      name: 'name',
      description: 'description|short description',
      brand: 'brands',
      category: 'categories',
      price: 'regular price',
      sku: 'sku',
      barcode: 'gtin upc ean or isbn',
      quantity: 'stock',
      low_stock_level: 'low stock amount',
      purchase_price: 'cost of goods',
      active: 'published',
      ...optionHeads(
        (nth) => `attribute ${nth} name`,
        (nth) => `attribute ${nth} value s`,
      ),
    },
    others: 'type|sale price|in stock|tags|position',
    reader: (rows) => {
      // A variation names its parent by its SKU or its id, and may stand far from it.
      const keys = new Map<string, string>();
      for (const at of rows())
        if (normalise(at('type')).includes('variable'))
          for (const key of [at('sku'), `id:${at('id')}`]) keys.set(key.trim(), at('sku').trim() || `id:${at('id')}`);
      return (cells, at) => {
        const read: Cells = {
          ...cells,
          category: firstOf(cells.category ?? ''),
          active: cells.active ? String(cells.active === '1') : '',
          quantity: cells.quantity === 'parent' ? '' : cells.quantity,
        };
        const type = normalise(at('type'));
        if (type.includes('variation'))
          return { ...read, group: keys.get(cells.group ?? '') ?? cells.group, name: keys.has(cells.group ?? '') ? '' : cells.name };
        if (!type.includes('variable')) return { ...read, group: '', option1_value: '', option2_value: '', option3_value: '' };
        return {
          ...read,
          group: at('sku').trim() || `id:${at('id')}`,
          sku: '',
          barcode: '',
          quantity: '',
          option1_value: '',
          option2_value: '',
          option3_value: '',
        };
      };
    },
  },
  {
    name: 'Square',
    kind: 'products',
    signature: ['token', 'item name', 'variation name'],
    fields: {
      name: 'item name',
      description: 'description',
      category: 'reporting category|category|categories',
      supplier: 'default vendor name',
      price: 'price',
      sku: 'sku',
      barcode: 'gtin',
      purchase_price: 'default unit cost',
      low_stock_level: '^stock alert count ',
      active: 'archived',
      size: 'variation name',
      ...optionHeads(
        (nth) => `option name ${nth}`,
        (nth) => `option value ${nth}`,
      ),
    },
    others: 'item type|reference handle|customer facing name|online sale price|tags',
    places: /^Current Quantity (.+)$/i,
    reader: () => (cells) => {
      const options = Boolean(cells.option1_value);
      // '#color' and the option's id behind it is how Square names an option that it made itself.
      const name = (given = '') => given.replace(/^#|\s*[0-9a-f]{8}-[0-9a-f-]{27,}$/gi, '').trim();
      return withoutVariable({
        ...cells,
        group: cells.name,
        category: firstOf(cells.category ?? '').replace(/\s*\([^()]*\)$/, ''),
        active: yes(cells.active ?? '') ? 'false' : 'true',
        size: options || /^(regular|عادي)$/i.test(cells.size ?? '') ? '' : cells.size,
        option1_name: name(cells.option1_name),
        option2_name: name(cells.option2_name),
        option3_name: name(cells.option3_name),
      });
    },
  },
  {
    name: 'Loyverse',
    kind: 'products',
    signature: ['handle', 'sold by weight|vendido por peso', 'category|categoria'],
    fields: {
      group: 'handle',
      name: 'name|nombre',
      description: 'description|descripcion',
      category: 'category|categoria',
      price: 'default price|price|^price ',
      sku: 'sku|ref',
      barcode: 'barcode',
      purchase_price: 'cost',
      low_stock_level: '^low stock ',
      by_measure: 'sold by weight|vendido por peso',
      active: '^available for sale ',
      ...optionHeads(
        (nth) => `option ${nth} name`,
        (nth) => `option ${nth} value`,
      ),
    },
    others: 'sku of included item|quantity of included item|track stock|in stock|low stock|available for sale',
    places: /^In stock \[(.+)\]$/i,
    // A row with what a set holds is no article of its own.
    reader: () => (cells, at) => (at('sku of included item') !== '' ? null : withoutVariable(cells)),
  },
  {
    name: 'Lightspeed',
    kind: 'products',
    signature: ['handle', 'supply price', 'retail price'],
    fields: {
      group: 'handle',
      name: 'name',
      description: 'description',
      category: 'product category',
      brand: 'brand name',
      supplier: 'supplier name',
      price: 'retail price',
      sku: 'sku',
      purchase_price: 'supply price',
      low_stock_level: '^reorder point ',
      active: 'active',
      option1_name: 'variant option one name',
      option1_value: 'variant option one value',
      option2_name: 'variant option two name',
      option2_value: 'variant option two value',
      option3_name: 'variant option three name',
      option3_value: 'variant option three value',
    },
    others: 'id|composite name|composite sku|composite quantity|tags|supplier code',
    places: /^inventory_(.+)$/i,
    reader: () => (cells, at) => (at('composite sku') !== '' ? null : cells),
  },
  {
    name: 'Lightspeed Retail',
    kind: 'products',
    signature: ['system id', 'custom sku', 'manufact sku', 'default cost'],
    fields: {
      name: 'item',
      sku: 'custom sku|system id',
      barcode: 'upc|ean',
      quantity: 'qty',
      price: 'price|default price',
      purchase_price: 'default cost',
      brand: 'brand',
      supplier: 'vendor',
      category: 'category',
      active: 'archived',
    },
    others: 'ean|manufact sku|vendor id|msrp|season|department|tax|tax class|subcategory 1',
    reader: () => (cells) => ({ ...cells, active: yes(cells.active ?? '') ? 'false' : 'true' }),
  },
  {
    name: 'Odoo',
    kind: 'products',
    signature: ['internal reference|default code', 'sales price|list price|lst price'],
    fields: {
      name: 'name',
      description: 'sales description|description sale',
      category: 'product category|categ id',
      supplier: 'vendors',
      price: 'sales price|list price|lst price',
      sku: 'internal reference|default code',
      barcode: 'barcode',
      purchase_price: 'cost|standard price',
      quantity: 'quantity on hand|qty available',
      active: 'active',
      option1_value: 'variant values',
    },
    others: 'product type|type|detailed type|tags|responsible',
    // 'Size: S, Color: Red' in one cell, or in rows that are empty but for it.
    reader: () => (cells) => {
      const [one, two, three] = (cells.option1_value ?? '').split(/\s*,\s*/).map((value) => /^(?:([^:]*):\s*)?(.*)$/s.exec(value) ?? []);
      return {
        ...cells,
        category: (cells.category ?? '').replace(/^All \/ /, ''),
        option1_name: one?.[1] ?? '',
        option1_value: one?.[2] ?? '',
        option2_name: two?.[1] ?? '',
        option2_value: two?.[2] ?? '',
        option3_name: three?.[1] ?? '',
        option3_value: three?.[2] ?? '',
      };
    },
  },
  {
    name: 'Zoho',
    kind: 'products',
    signature: ['item id', 'item name', 'product type|selling price|rate'],
    fields: {
      name: 'item name',
      name_ar: 'item name secondary language',
      description: 'sales description|description',
      category: 'category name',
      brand: 'brand',
      supplier: 'preferred vendor|vendor',
      price: 'selling price|rate',
      purchase_price: 'purchase price|purchase rate',
      sku: 'sku',
      barcode: 'ean|upc|isbn',
      low_stock_level: 'reorder level|reorder point',
      quantity: 'stock on hand|opening stock',
      branch: 'warehouse name',
      active: 'status',
    },
    others: 'product type|item type|unit|source|tax name|reference id|manufacturer',
  },
  {
    name: 'ERPNext',
    kind: 'products',
    signature: ['item code', 'item group'],
    fields: {
      group: 'variant of',
      name: 'item name',
      description: 'description',
      category: 'item group',
      brand: 'brand',
      price: 'standard selling rate',
      purchase_price: 'valuation rate|last purchase rate',
      sku: 'item code',
      barcode: 'barcode barcodes',
      quantity: 'opening stock',
      low_stock_level: 'safety stock',
      active: 'disabled',
    },
    others: 'has variants|default unit of measure|stock uom|status|type',
    reader: () => (cells, at) => {
      const read: Cells = { ...cells, ...(cells.active ? { active: yes(cells.active) ? 'false' : 'true' } : {}) };
      return yes(at('has variants')) ? { ...read, group: cells.sku, sku: '' } : read;
    },
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
  {
    name: 'Odoo',
    kind: 'customers',
    signature: ['complete name|display name', 'street', 'street2|tags'],
    fields: { name: 'name|complete name|display name', email: 'email', phone: 'phone|mobile', address: 'street' },
    others: 'street2|tags|company type',
  },
  {
    name: 'Zoho',
    kind: 'customers',
    signature: ['contact id', 'display name'],
    fields: { name: 'display name', email: 'emailid|email', phone: 'mobilephone|phone', address: 'billing address', active: 'status' },
    others: 'contact id|company name|contact type|contact name|first name|last name',
  },
  {
    name: 'ERPNext',
    kind: 'customers',
    signature: ['customer name', 'customer group'],
    fields: {
      name: 'customer name',
      email: 'email id',
      phone: 'mobile no',
      address: 'primary address',
      price_group: 'customer group',
      active: 'disabled',
    },
    others: 'id|customer type|territory',
    reader: () => (cells) => (cells.active ? { ...cells, active: yes(cells.active) ? 'false' : 'true' } : cells),
  },
  {
    name: 'Zoho',
    kind: 'expenses',
    signature: ['expense date', 'expense account', 'paid through'],
    fields: {
      spent_on: 'expense date',
      category: 'expense account',
      amount: 'total|amount',
      tax_rate: 'tax percentage',
      supplier: 'vendor|vendor name',
      customer: 'customer name',
      reference: 'reference',
      payment_method: 'paid through',
      notes: 'expense description|description',
      branch: 'branch name|location name',
      assigned: 'employee email|employee name',
    },
    // Without its tax.
    others: 'expense amount|amount|tax name|expense reference id|type|project name',
    // An amount stands in the currency that its row names.
    reader: () => (cells, at) =>
      cells.amount && at('currency code') ? { ...cells, amount: `${cells.amount} ${at('currency code')}` } : cells,
  },
];

/** Which of them wrote a file with these heads. */
export function systemOf(headers: readonly string[], kind: Kind): System | undefined {
  const keys = new Set(headers.map(headKey));
  return systems.find(
    (system) => system.kind === kind && system.signature.every((heads) => heads.split('|').some((head) => keys.has(head))),
  );
}

/** The column that each of a system's fields is in, and the columns that hold its stock by place. */
export function columnsOf(
  system: System,
  headers: readonly string[],
  filled: (column: number) => boolean,
): { mapping: (FieldName | null)[]; taken: Set<number> } {
  const keys = headers.map(headKey);
  const mapping: (FieldName | null)[] = headers.map((head) => (system.places?.test(head) ? 'quantity' : null));
  for (const [field, heads] of Object.entries(system.fields) as [FieldName, string][]) {
    const columns = heads
      .split('|')
      .map((head) => (head.startsWith('^') ? keys.findIndex((key) => key.startsWith(head.slice(1))) : keys.indexOf(head)))
      .filter((column) => column >= 0);
    const column = columns.find(filled) ?? columns[0];
    if (column !== undefined && (field !== 'quantity' || !mapping.includes('quantity'))) mapping[column] ??= field;
  }
  const others = new Set(system.others?.split('|'));
  return { mapping, taken: new Set(keys.flatMap((key, column) => (others.has(key) || mapping[column] ? [column] : []))) };
}

/** The place that a column's head names. */
export const placeOf = (system: System | undefined, head: string): string | null =>
  system?.places?.exec(head)?.[1]?.replaceAll('_', ' ').trim() ?? null;
