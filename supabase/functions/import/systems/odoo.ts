import { amountOf, unitsOf } from './sales.ts';
import { type Adapted, type CellByHeader, hasValue, type Reader, type System, valuesByRecord } from './helpers.ts';

const isOdooRecord = (cell: CellByHeader): boolean =>
  ['name|الاسم', 'internal reference|default code|مرجع داخلي|المرجع الداخلي', 'barcode|باركود'].some((headers) => hasValue(cell, headers));

const lineOf = (column: string): string => `order lines ${column}`;
const draft = /^(quotation( sent)?|draft|sent|new|cancel(l?ed)?)$/i;
const sold = /^(sales? order|sale|locked|done|paid|posted|invoiced)?$/i;
const ORDER = 'order reference|order ref|receipt number';
const DAY = 'order date|date';

/** Only the first row of an order names it. A discount is a percentage of its line, and goods may be named with their code: [M-1] Mug. */
const orderReader: Reader = (rows, _, tools) => {
  const orders = new Map<number, CellByHeader>();
  let order: CellByHeader | undefined;
  for (const [row, cell] of rows()) {
    if (cell(ORDER).trim() !== '') order = cell;
    if (order) orders.set(row, order);
  }
  return (cells, cell, row) => {
    const first = orders.get(row);
    if (!first) return cells;
    const state = first('status').trim();
    if (draft.test(state)) {
      tools.leaveOut(row, state.toLowerCase());
      return null;
    }
    // A section or a note.
    if (cell(lineOf('quantity')).trim() === '' && cell(lineOf('product')).trim() === '') return null;
    const unread: NonNullable<Adapted['unread']> = {};
    if (!sold.test(state)) unread.reference = 'state_unknown';
    if (tools.figure(`1 ${first('currency')}`, 'unit_price') === null) unread.unit_price = 'other_currency';
    const read: Adapted = { ...cells, unread };
    if (cells.reference !== undefined) read.reference = first(ORDER).trim();
    if (cells.sold_at !== undefined) read.sold_at = first(DAY).trim() && tools.moment(first(DAY).trim());
    if (cells.customer !== undefined) read.customer = first('customer');
    if (cells.branch !== undefined) read.branch = first('warehouse|point of sale');
    const [, code, name] = /^\[([^\]]+)\]\s*(.+)$/.exec(cells.product ?? '') ?? [];
    if (code) [read.sku, read.product] = [cells.sku || code, name];
    if (read.sku || read.barcode) read.product = read.product && '';
    if (!cells.discount) return read;
    const percent = Number(tools.figure(cells.discount, 'quantity') ?? NaN);
    const price = unitsOf(tools.figure(cell(lineOf('unit price')), 'unit_price'), tools.decimals);
    const gross = (price ?? NaN) * Number(tools.figure(cell(lineOf('quantity')), 'quantity') ?? NaN);
    if (Number.isNaN(percent) || Number.isNaN(gross)) return { ...read, unread: { ...unread, discount: 'amount_unclear' } };
    return {
      ...read,
      discount: percent === 0 ? '' : amountOf(Math.round((Math.abs(gross) * percent) / 100), tools.decimals),
      plain: ['discount'],
    };
  };
};

export const odoo: readonly System[] = [
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
    name: 'Odoo',
    kind: 'customers',
    signature: ['complete name|display name', 'street', 'street2|tags'],
    fields: { name: 'name|complete name|display name', email: 'email', phone: 'phone|mobile', address: 'street' },
    others: 'street2|tags|company type',
  },
  // Orders with their lines: heads and rows of public importers and checkers of Odoo's own exports, which agree.
  {
    name: 'Odoo',
    kind: 'sales',
    signature: [
      'order reference|order ref|receipt number',
      'order lines product|order lines product internal reference',
      'order lines unit price',
    ],
    fields: {
      reference: 'order reference|order ref|receipt number',
      sold_at: 'order date|date',
      branch: 'warehouse|point of sale',
      customer: 'customer',
      sku: 'order lines product internal reference',
      barcode: 'order lines product barcode',
      product: 'order lines product|order lines product name',
      quantity: 'order lines quantity',
      unit_price: 'order lines unit price',
      discount: 'order lines discount',
      document_total: 'total',
      salesperson: 'salesperson',
    },
    others:
      'status|currency|company|order lines subtotal|order lines total|order lines description|order lines unit of measure|untaxed amount',
    reader: orderReader,
  },
];
