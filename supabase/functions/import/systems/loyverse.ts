import { isYes, optionHeaders, type System, withoutVariable } from './helpers.ts';

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
];
