import type { Cells, FieldName, Kind } from './fields.ts';
import { headerKey, normalise } from './text.ts';

/* The exports of other programs, recognised by their headers, and the meaning of their columns. `others` lists headers that are not guessed
   from their words where no field of the system maps them. Headers are compared as headerKey returns them. */

/** Gets a row's cell by its header, or by the one of several headers separated by | that the file has. */
export type CellByHeader = (header: string) => string;
/** The rows of a file with their numbers in it. */
type Rows = () => Iterable<readonly [row: number, cell: CellByHeader]>;

export interface System {
  name: string;
  kind: Kind;
  /** Headers that all its files have: at least one of each list. */
  signature: readonly string[];
  /** Each field's headers; the first non-empty column counts, except of prices. ^ marks a prefix before a place's name. */
  fields: Partial<Record<FieldName, string>>;
  /** Headers that are not guessed from their words where no field of the system maps them. */
  others?: string;
  /** The place whose stock a column holds, if its header names one. */
  placeOf?: (header: string, column: number, keys: readonly string[]) => string | null | undefined;
  /** Whether a row is a record, for systems that write a record's further values in rows of their own. */
  isRecord?: (cell: CellByHeader) => boolean;
  /** Adapts the cells of a row, or returns null if the row is not a record. Created once per reading of a file. used: the headers of
      mapped columns; a field that is undefined in cells, not blank, is not mapped. */
  reader?: (rows: Rows, used: readonly string[]) => (cells: Cells, cell: CellByHeader, row: number) => Cells | null;
}

/** The headers of the three options, from which colour and size are read. */
const optionHeaders = (name: (nth: number) => string, value: (nth: number) => string): Partial<Record<FieldName, string>> => ({
  option1_name: name(1),
  option1_value: value(1),
  option2_name: name(2),
  option2_value: value(2),
  option3_name: name(3),
  option3_value: value(3),
});

/** Collects each record's list by its row; further values of the list are in otherwise empty rows below it. */
function valuesByRecord<Value>(
  rows: Rows,
  isRecord: (cell: CellByHeader) => boolean,
  valueOf: (cell: CellByHeader) => Value | null,
): Map<number, Value[]> {
  const lists = new Map<number, Value[]>();
  let list: Value[] = [];
  for (const [row, cell] of rows()) {
    if (isRecord(cell)) lists.set(row, (list = []));
    const value = valueOf(cell);
    if (value !== null) list.push(value);
  }
  return lists;
}

/** The first item of a comma-separated list, in which backslashes escape commas. */
const firstListItem = (list: string): string => (/^(?:\\.|[^,\\])*/.exec(list)?.[0] ?? '').replace(/\\(.)/g, '$1').trim();
/** Clears the price “variable”, which is entered at the till. */
const withoutVariable = (cells: Cells): Cells => (/^variable$/i.test(cells.price ?? '') ? { ...cells, price: '' } : cells);
const isYes = (text: string): boolean => /^(y|yes|1|true)$/i.test(text.trim());
/** Inverts a flag that says a product is not on sale. */
const activeUnless = (archived: string | undefined): string | undefined => archived && String(!isYes(archived));
/** Clears a zero that stands for a missing price. */
const withoutZero = (price = ''): string => (/^0*[.,]?0*$/.test(price) ? '' : price);

const hasValue = (cell: CellByHeader, headers: string): boolean => cell(headers).trim() !== '';
const isOdooRecord = (cell: CellByHeader): boolean =>
  ['name|الاسم', 'internal reference|default code|مرجع داخلي|المرجع الداخلي', 'barcode|باركود'].some((headers) => hasValue(cell, headers));
const isErpnextRecord = (cell: CellByHeader): boolean => hasValue(cell, 'item code|رمز السلعه');

const shopifyVariantFields = {
  group: 'handle',
  name: 'title',
  sku: 'sku',
  ...optionHeaders(
    (nth) => `option${nth} name`,
    (nth) => `option${nth} value`,
  ),
} as const;

const systems: readonly System[] = [
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
    name: 'WooCommerce',
    kind: 'products',
    // Headers are in the language of the site.
    signature: ['type|tipo|typ', 'regular price|precio normal|tarif regulier|regularer preis', 'published|publicado|publie|veroffentlicht'],
    fields: {
      group: 'parent|superior|ubergeordnetes produkt',
      name: 'name|nombre|nom',
      description: 'description|short description|descripcion|descripcion corta|description courte|beschreibung|kurzbeschreibung',
      brand: 'brands|marcas|marques|marken',
      category: 'categories|categorias|kategorien',
      price: 'regular price|precio normal|tarif regulier|regularer preis',
      sku: 'sku|ugs|artikelnummer',
      barcode: 'gtin upc ean or isbn|gtin upc ean o isbn|gtin upc ean ou isbn|gtin upc ean oder isbn',
      quantity: 'stock|inventario|lager|bestand',
      low_stock_level: 'low stock amount|cantidad de bajo inventario|geringe lagermenge',
      purchase_price: 'cost of goods',
      active: 'published|publicado|publie|veroffentlicht',
      ...optionHeaders(
        (nth) => `attribute ${nth} name|nombre del atributo ${nth}|nom de l attribut ${nth}|attribut ${nth} name|name des attributs ${nth}`,
        (nth) =>
          `attribute ${nth} value s|valor es del atributo ${nth}|valeur s de l attribut ${nth}|attribut ${nth} wert e|wert e des attributs ${nth}`,
      ),
    },
    others: 'type|tipo|typ|sale price|in stock|tags|position',
    reader: (rows) => {
      const typeOf = (cell: CellByHeader) => normalise(cell('type|tipo|typ'));
      const keyOf = (cell: CellByHeader) => cell('sku|ugs|artikelnummer').trim() || `id:${cell('id')}`;
      // A variation names its parent by SKU or id, and may be far from it.
      const keys = new Map<string, string>();
      for (const [, cell] of rows())
        if (typeOf(cell).includes('variable')) for (const key of [keyOf(cell), `id:${cell('id')}`]) keys.set(key, keyOf(cell));
      return (cells, cell) => {
        const read: Cells = {
          ...cells,
          // Line ends are escaped as \n.
          description: cells.description?.replaceAll('\\n', '\n'),
          category: firstListItem(cells.category ?? ''),
          active: cells.active ? String(cells.active === '1') : '',
          quantity: cells.quantity === 'parent' ? '' : cells.quantity,
        };
        const type = typeOf(cell);
        // A grouped product only lists articles that have rows of their own.
        if (type.includes('grouped')) return null;
        if (type.includes('variation'))
          return { ...read, group: keys.get(cells.group ?? '') ?? cells.group, name: keys.has(cells.group ?? '') ? '' : cells.name };
        const whole = { ...read, option1_value: '', option2_value: '', option3_value: '' };
        return type.includes('variable') ? { ...whole, group: keyOf(cell), sku: '', barcode: '', quantity: '' } : { ...whole, group: '' };
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
      low_stock_level: '^low stock |low stock',
      quantity: 'in stock',
      by_measure: 'sold by weight|vendido por peso',
      active: '^available for sale |available for sale',
      ...optionHeaders(
        (nth) => `option ${nth} name`,
        (nth) => `option ${nth} value`,
      ),
    },
    others: 'sku of included item|quantity of included item|track stock',
    placeOf: (header) => /^In stock \[(.+)\]$/i.exec(header)?.[1],
    reader: (_, used) => {
      const sold = used.filter((key) => key.startsWith('available for sale '));
      return (cells, cell) => {
        // A row for an item included in a set is not an article.
        if (cell('sku of included item') !== '') return null;
        // Active if on sale in any of the shops.
        return withoutVariable(cells.active !== undefined && sold.some((key) => isYes(cell(key))) ? { ...cells, active: 'true' } : cells);
      };
    },
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
    placeOf: (header) => /^inventory_(.+)$/i.exec(header)?.[1]?.replaceAll('_', ' '),
    // A row for an item included in a set repeats the set's code and has no handle.
    reader: () => (cells, cell) => (cell('composite sku') !== '' && !cells.group ? null : cells),
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
    reader: () => (cells) => ({ ...cells, active: activeUnless(cells.active) }),
  },
  {
    name: 'Odoo',
    kind: 'products',
    signature: ['internal reference|default code|مرجع داخلي|المرجع الداخلي', 'sales price|list price|lst price|سعر البيع'],
    fields: {
      name: 'name|الاسم',
      description: 'sales description|description sale|وصف البيع',
      category: 'product category|categ id|فئه المنتج',
      supplier: 'vendors',
      price: 'sales price|list price|lst price|سعر البيع',
      sku: 'internal reference|default code|مرجع داخلي|المرجع الداخلي',
      barcode: 'barcode|باركود',
      purchase_price: 'cost|standard price|التكلفه',
      quantity: 'quantity on hand|qty available',
      active: 'active|نشط',
      option1_value: 'variant values',
    },
    others: 'product type|type|detailed type|tags|responsible|نوع المنتج|النوع',
    isRecord: isOdooRecord,
    // 'Size: S, Color: Red' in one cell, or each value in its own row.
    reader: (rows) => {
      const values = valuesByRecord(rows, isOdooRecord, (cell) => cell('variant values').trim() || null);
      return (cells, cell, row) => {
        if (!isOdooRecord(cell)) return null;
        const [one, two, three] = (cells.option1_value === undefined ? [] : (values.get(row) ?? []))
          .flatMap((list) => list.split(/\s*,\s*/))
          .map((value) => /^(?:([^:]*):\s*)?(.*)$/s.exec(value) ?? []);
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
    signature: ['item code|رمز السلعه', 'item group|مجموعه الصنف|مجموعه السلعه'],
    fields: {
      group: 'variant of',
      name: 'item name|اسم السلعه',
      description: 'description|وصف',
      category: 'item group|مجموعه الصنف|مجموعه السلعه',
      brand: 'brand',
      price: 'standard selling rate',
      purchase_price: 'valuation rate|last purchase rate',
      sku: 'item code|رمز السلعه',
      barcode: 'barcode barcodes',
      quantity: 'opening stock|مخزون اول المده',
      low_stock_level: 'safety stock',
      active: 'disabled',
      option1_name: 'attribute variant attributes',
      option1_value: 'attribute value variant attributes',
    },
    others: 'has variants|default unit of measure|stock uom|status|type',
    isRecord: isErpnextRecord,
    // Each attribute of a variant has a row; the first is the variant's own row.
    reader: (rows) => {
      const attributes = valuesByRecord(rows, isErpnextRecord, (cell) => {
        const value = cell('attribute value variant attributes').trim();
        return value === '' ? null : { name: cell('attribute variant attributes').trim(), value };
      });
      return (cells, cell, row) => {
        if (!isErpnextRecord(cell)) return null;
        const [one, two, three] = cells.option1_value === undefined ? [] : (attributes.get(row) ?? []);
        const read: Cells = {
          ...cells,
          price: withoutZero(cells.price),
          purchase_price: withoutZero(cells.purchase_price),
          active: activeUnless(cells.active),
          option1_name: one?.name,
          option1_value: one?.value,
          option2_name: two?.name,
          option2_value: two?.value,
          option3_name: three?.name,
          option3_value: three?.value,
        };
        return isYes(cell('has variants')) ? { ...read, group: cells.sku, sku: '' } : read;
      };
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
    // A customer has a row for each contact person; the first is used.
    reader: () => {
      const seen = new Set<string>();
      return (cells, cell) => {
        const id = cell('contact id');
        if (seen.has(id)) return null;
        if (id !== '') seen.add(id);
        return cells;
      };
    },
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
    reader: () => (cells) => ({ ...cells, active: activeUnless(cells.active) }),
  },
  {
    name: 'Zoho',
    kind: 'expenses',
    signature: ['expense date', 'expense account', 'paid through'],
    fields: {
      spent_on: 'expense date',
      category: 'expense account',
      amount: 'total',
      tax_rate: 'tax percentage',
      supplier: 'vendor|vendor name',
      customer: 'customer name',
      reference: 'reference',
      payment_method: 'paid through',
      notes: 'expense description|description',
      branch: 'branch name|location name',
      assigned: 'employee email|employee name',
    },
    // An amount is before tax; only the total includes it.
    others: 'expense amount|amount|tax name|expense reference id|type|project name',
    // The row names the currency of its amount.
    reader: () => (cells, cell) =>
      cells.amount && cell('currency code') ? { ...cells, amount: `${cells.amount} ${cell('currency code')}` } : cells,
  },
];

/** The system that wrote a file with these headers. */
export function systemOf(headers: readonly string[], kind: Kind): System | undefined {
  const keys = new Set(headers.map(headerKey));
  return systems.find(
    (system) =>
      system.kind === kind && system.signature.every((alternatives) => alternatives.split('|').some((header) => keys.has(header))),
  );
}

/** Finds the first column whose header is one of these, or -1; cached, since it is called with the same headers for each row. */
export function columnsByHeader(keys: readonly string[]): (headers: string) => number {
  const known = new Map<string, number>();
  return (headers) => {
    let column = known.get(headers);
    if (column === undefined) {
      column = keys.findIndex((key) => headers.split('|').includes(key));
      known.set(headers, column);
    }
    return column;
  };
}

/** The columns of a system's field, by precedence. */
export const columnsFor = (system: System, field: FieldName, keys: readonly string[]): number[] =>
  (system.fields[field]?.split('|') ?? []).flatMap((header) =>
    keys.flatMap((key, column) => ((header.startsWith('^') ? key.startsWith(header.slice(1)) : key === header) ? [column] : [])),
  );

/** The meaning of a file's columns. */
interface ColumnMeanings {
  mapping: (FieldName | null)[];
  /** For each column, the field whose blank cells it fills. */
  otherwise: (FieldName | null)[];
  /** Columns whose meaning is known, including those that map to no field. */
  knownColumns: Set<number>;
  /** Prices by place without a general price: a product has one price here, so the user must choose. */
  prices: number[];
  /** Prices by place in addition to the general price, which are left out. */
  furtherPrices: number[];
}

export function columnsOf(system: System, headers: readonly string[], isFilled: (column: number) => boolean): ColumnMeanings {
  const keys = headers.map(headerKey);
  const mapping: ColumnMeanings['mapping'] = placesOf(system, headers).map((place) => (place === null ? null : 'quantity'));
  const otherwise: ColumnMeanings['otherwise'] = headers.map(() => null);
  let prices: number[] = [];
  let furtherPrices: number[] = [];
  const isGeneralPrice = (column: number) => system.fields.price?.split('|').includes(keys[column] ?? '');
  for (const field of Object.keys(system.fields) as FieldName[]) {
    const columns = columnsFor(system, field, keys);
    const filledColumns = columns.filter(isFilled);
    const column = filledColumns[0] ?? columns[0];
    if (column === undefined || (field === 'quantity' && mapping.includes('quantity'))) continue;
    if (field !== 'price') {
      if ((mapping[column] ??= field) === field) for (const other of columns) if (other !== column) otherwise[other] ??= field;
    } else if (filledColumns.length > 1 && !isGeneralPrice(column)) prices = filledColumns;
    else {
      mapping[column] ??= field;
      furtherPrices = filledColumns.filter((other) => !isGeneralPrice(other) && other !== column);
    }
  }
  // A mapped column does not also fill the blanks of another field.
  mapping.forEach((field, column) => field && (otherwise[column] = null));
  const others = new Set(system.others?.split('|'));
  const mapped = keys.flatMap((key, column) => (others.has(key) || mapping[column] || otherwise[column] ? [column] : []));
  return { mapping, otherwise, knownColumns: new Set([...mapped, ...prices, ...furtherPrices]), prices, furtherPrices };
}

/** For each column, the place whose stock it holds, if its header names one. */
export function placesOf(system: System | undefined, headers: readonly string[]): (string | null)[] {
  const keys = headers.map(headerKey);
  return headers.map((header, column) => system?.placeOf?.(header, column, keys)?.trim() || null);
}
