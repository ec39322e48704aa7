import type { Cells } from '../fields.ts';
import { normalise } from '../text.ts';
import { amountOf, itemReader, type RowState, unitsOf } from './sales.ts';
import { type CellByHeader, firstListItem, optionHeaders, type Reader, type System } from './helpers.ts';

/** The header of a column that these files do not have. */
const DISCOUNT = 'discount of the item';

const stateOf = (status: string): RowState => {
  const state = status.replace(/^wc-/i, '').toLowerCase();
  if (/^(completed|processing)$/.test(state)) return 'sale';
  return /^(cancelled|failed|refunded|pending|on-hold|draft|checkout-draft|trash)$/.test(state) ? { leftOut: state } : 'unknown';
};

const itemSales = itemReader(
  {
    reference: 'order number|order id',
    goods: ['item sku', 'item name'],
    branch: '',
    customer: 'billing email',
    quantity: 'item quantity',
    gross: 'item subtotal',
    discount: DISCOUNT,
    net: 'item total',
    tax: 'item total tax|item tax',
  },
  (cell) => stateOf(cell('status|order status').trim()),
  (cell, { moment }) => moment(cell('order date|date').trim()),
  { addsTax: true },
);

/** An item's amounts are before tax, and its discount is what is missing from its subtotal. */
const orderReader: Reader = (rows, used, tools) => {
  const units = (text: string) => unitsOf(tools.figure(text, 'unit_price'), tools.decimals);
  const withDiscount =
    (cell: CellByHeader): CellByHeader =>
    (header) => {
      if (header !== DISCOUNT) return cell(header);
      const [subtotal, total] = [units(cell('item subtotal')), units(cell('item total'))];
      return subtotal === null || total === null ? '' : amountOf(subtotal - total, tools.decimals);
    };
  const read = itemSales(
    function* () {
      for (const [row, cell] of rows()) yield [row, withDiscount(cell)] as const;
    },
    used,
    tools,
  );
  return (cells, cell, row) => {
    const line = read(cells, withDiscount(cell), row);
    if (line === null) return null;
    const unread = { ...line.unread };
    if (tools.figure(`1 ${cell('order currency')}`, 'unit_price') === null) unread.unit_price = 'other_currency';
    if (['item refunded', 'item refunded qty'].some((header) => /[1-9]/.test(cell(header)))) unread.document_total = 'refund_untold';
    return { ...line, unread, ...(line.sku && { product: line.product && '' }) };
  };
};

export const woocommerce: readonly System[] = [
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
  // Orders with a row for each item: heads in the source of four export extensions, which agree.
  {
    name: 'WooCommerce',
    kind: 'sales',
    signature: ['order number|order id', 'item name', 'item quantity', 'item subtotal', 'item total'],
    fields: {
      reference: 'order number|order id',
      sold_at: 'order date|date',
      customer: 'billing full name',
      email: 'billing email',
      phone: 'billing phone',
      sku: 'item sku',
      product: 'item name',
      quantity: 'item quantity',
      unit_price: 'item subtotal',
      tax_rate: 'item total tax|item tax',
      document_total: 'item total',
      payment_method: 'payment method title|payment method',
      notes: 'customer note',
    },
    others:
      'status|order status|item id|item product id|item subtotal tax|item refunded|item refunded qty|item meta|item price|order total|order currency',
    reader: orderReader,
  },
];
