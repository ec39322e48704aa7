import type { Cells } from '../fields.ts';
import { activeUnless, type CellByHeader, hasValue, isYes, type System, valuesByRecord } from './helpers.ts';

/** Clears a zero that stands for a missing price. */
const withoutZero = (price = ''): string => (/^0*[.,]?0*$/.test(price) ? '' : price);
const isErpnextRecord = (cell: CellByHeader): boolean => hasValue(cell, 'item code|رمز السلعه');

export const erpnext: readonly System[] = [
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
      by_measure: 'default unit of measure|stock uom|وحدة القياس الافتراضيه',
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
];
