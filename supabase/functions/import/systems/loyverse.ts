import { itemReader, type RowState, withoutSizeOfCode } from './sales.ts';
import { isYes, optionHeaders, type System, withoutVariable } from './helpers.ts';

const stateOf = (type: string, status: string): RowState => {
  if (/^(cancelled|canceled|voided)$/i.test(status)) return { leftOut: status };
  if (!/^(closed)?$/i.test(status)) return 'unknown';
  return /^sale$/i.test(type) ? 'sale' : /^refund$/i.test(type) ? 'refund' : 'unknown';
};

const itemSales = itemReader(
  {
    reference: 'receipt number',
    goods: ['sku', 'item|item name', 'variant'],
    branch: 'store',
    customer: 'customer name',
    quantity: 'quantity',
    gross: 'gross sales',
    discount: 'discounts',
    net: 'net sales',
    tax: 'taxes',
  },
  (cell) => stateOf(cell('receipt type').trim(), cell('status').trim()),
  (cell, { moment }) => moment(cell('date').trim()),
);

export const loyverse: readonly System[] = [
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
  // "Receipts by item": heads and values in the tests of several public importers; what the amounts include in
  // help.loyverse.com/help/sales-summary-report-back-office.
  {
    name: 'Loyverse',
    kind: 'sales',
    signature: ['receipt number', 'receipt type', 'item|item name', 'gross sales', 'net sales'],
    fields: {
      reference: 'receipt number',
      sold_at: 'date',
      branch: 'store',
      customer: 'customer name',
      sku: 'sku',
      product: 'item|item name',
      size: 'variant',
      quantity: 'quantity',
      unit_price: 'gross sales',
      discount: 'discounts',
      tax_rate: 'taxes',
      document_total: 'net sales',
      salesperson: 'cashier name',
      notes: 'comment',
    },
    others: 'receipt type|category|modifiers applied|cost of goods|gross profit|dining option|customer contacts|status|pos',
    reader: (...given) => {
      const read = itemSales(...given);
      return (cells, cell, row) => read(withoutSizeOfCode(cells), cell, row);
    },
  },
  // "Receipts" has a row for each receipt, with its goods in one text.
  {
    name: 'Loyverse',
    kind: 'sales',
    signature: ['receipt number', 'receipt type', 'total collected'],
    fields: {},
    instead: 'Receipts by item',
  },
];
