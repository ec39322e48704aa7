import type { System } from './helpers.ts';

export const zoho: readonly System[] = [
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
