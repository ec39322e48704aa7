import { type CellByHeader, hasValue, type System, valuesByRecord } from './helpers.ts';

const isOdooRecord = (cell: CellByHeader): boolean =>
  ['name|الاسم', 'internal reference|default code|مرجع داخلي|المرجع الداخلي', 'barcode|باركود'].some((headers) => hasValue(cell, headers));

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
];
