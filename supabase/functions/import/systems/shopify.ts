import type { FieldName } from '../fields.ts';
import { amountOf, rateOf, unitsOf } from './sales.ts';
import { type Adapted, type CellByHeader, optionHeaders, type Reader, type System } from './helpers.ts';

const shopifyVariantFields = {
  group: 'handle',
  name: 'title',
  sku: 'sku',
  ...optionHeaders(
    (nth) => `option${nth} name`,
    (nth) => `option${nth} value`,
  ),
} as const;

/** What the first row of an order says about all of it. */
interface Order {
  firstRow: number;
  state: 'sale' | 'unknown' | 'partly refunded' | { leftOut: string };
  discounts: 'of lines' | 'of the order' | 'of both';
  taxRate: string;
  paid: string;
  foreign: boolean;
}

const statesLeftOut = /^(refunded|voided|pending|authorized|expired|unpaid)$/i;

/** An order's amounts are in its first row. Its prices include tax if its total does not add it; of its discounts, Shopify may give those of
    the lines a second time in that of the order. */
const orderReader: Reader = (rows, _, tools) => {
  const { decimals } = tools;
  const units = (cell: CellByHeader, header: string, field: FieldName) => unitsOf(tools.figure(cell(header), field), decimals) ?? 0;
  const sums = new Map<string, { gross: number; lineDiscounts: number }>();
  const firstRows = new Map<string, readonly [row: number, cell: CellByHeader]>();
  for (const [row, cell] of rows()) {
    const name = cell('name').trim();
    if (!firstRows.has(name)) firstRows.set(name, [row, cell]);
    const sum = sums.get(name) ?? { gross: 0, lineDiscounts: 0 };
    sum.gross += Math.round(units(cell, 'lineitem price', 'unit_price') * Number(tools.figure(cell('lineitem quantity'), 'quantity') ?? 0));
    sum.lineDiscounts += units(cell, 'lineitem discount', 'discount');
    sums.set(name, sum);
  }
  const orderOf = (name: string, firstRow: number, cell: CellByHeader): Order => {
    const { gross, lineDiscounts } = sums.get(name)!;
    const status = cell('financial status').trim();
    const [subtotal, shipping, tax, total] = ['subtotal', 'shipping', 'taxes', 'total'].map((header) =>
      units(cell, header, 'document_total'),
    ) as [number, number, number, number];
    const ofOrder = units(cell, 'discount amount', 'sale_discount');
    const included = subtotal + shipping === total;
    // Shipping may be taxed or not; a rate is a round figure.
    const rates = [subtotal, subtotal + shipping].map((amount) => rateOf(amount - (included ? tax : 0), tax));
    const known = /^(paid|partially_paid|partially_refunded)$/i.test(status);
    return {
      firstRow,
      state:
        cell('cancelled at').trim() !== ''
          ? { leftOut: 'cancelled' }
          : statesLeftOut.test(status)
            ? { leftOut: status.toLowerCase() }
            : !known
              ? 'unknown'
              : /^partially_refunded$/i.test(status) || units(cell, 'refunded amount', 'document_total') > 0
                ? 'partly refunded'
                : 'sale',
      discounts:
        gross - lineDiscounts === subtotal
          ? 'of lines'
          : gross - ofOrder - lineDiscounts === subtotal && lineDiscounts > 0
            ? 'of both'
            : 'of the order',
      foreign: tools.figure(`1 ${cell('currency')}`, 'unit_price') === null,
      taxRate: cell('taxes').trim() === '' ? '' : (rates.find((rate) => Number.isInteger(Number(rate) * 2)) ?? rates[0]!),
      paid: /^partially_paid$/i.test(status) ? amountOf(total - units(cell, 'outstanding balance', 'document_total'), decimals) : '',
    };
  };
  const orders = new Map([...firstRows].map(([name, first]) => [name, orderOf(name, ...first)]));
  return (cells, cell, row) => {
    const order = orders.get(cell('name').trim());
    if (!order) return cells;
    if (typeof order.state === 'object') {
      tools.leaveOut(row, order.state.leftOut);
      return null;
    }
    const isFirst = row === order.firstRow;
    const read: Adapted = { ...cells, reference: cells.reference?.replace(/^#/, '') };
    if (read.sku) read.product = read.product && '';
    if (order.discounts === 'of lines') read.sale_discount = read.sale_discount && '';
    if (order.discounts === 'of the order') read.discount = read.discount && '';
    if (read.tax_rate !== undefined) read.tax_rate = isFirst ? order.taxRate : '';
    if (isFirst && order.paid) read.paid = order.paid;
    // Further rows repeat the email, which does not name a new customer.
    if (!isFirst) for (const field of ['customer', 'email', 'phone'] as const) read[field] = read[field] && '';
    const unread: NonNullable<Adapted['unread']> = {};
    if (order.foreign && read.unit_price) unread.unit_price = 'other_currency';
    if (isFirst && order.state === 'unknown') unread.reference = 'state_unknown';
    if (isFirst && order.state === 'partly refunded') unread.document_total = 'refund_untold';
    return { ...read, unread, plain: ['tax_rate', 'paid'] };
  };
};

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
  // Orders: heads of a real file in Shopify's layout (klinge_sales_admin) and of several public importers, which agree.
  {
    name: 'Shopify',
    kind: 'sales',
    signature: ['financial status', 'lineitem quantity', 'lineitem price', 'created at'],
    fields: {
      reference: 'name',
      sold_at: 'created at',
      branch: 'location',
      customer: 'billing name|shipping name',
      email: 'email',
      phone: 'phone|billing phone',
      sku: 'lineitem sku',
      product: 'lineitem name',
      quantity: 'lineitem quantity',
      unit_price: 'lineitem price',
      discount: 'lineitem discount',
      sale_discount: 'discount amount',
      discount_reason: 'discount code',
      tax_rate: 'taxes',
      payment_method: 'payment method',
      document_total: 'total',
      salesperson: 'employee',
      notes: 'notes',
    },
    others:
      'paid at|currency|shipping|subtotal|id|source|vendor|tags|receipt number|outstanding balance|refunded amount|cancelled at|payment id',
    reader: orderReader,
  },
];
