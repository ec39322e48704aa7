import type { Cells } from '../fields.ts';
import { normalise } from '../text.ts';
import { type CellByHeader, firstListItem, optionHeaders, type System } from './helpers.ts';

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
];
