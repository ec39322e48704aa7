/* The fields that a column of a file may fill, by kind of import. */
import type { PermissionName } from '@/db/me.ts';
import { type FieldName, fieldsOf, type Kind, productFields } from '@functions/import/fields.ts';

export { type FieldName, fieldsOf, type Kind };
export type NameKind = 'brands' | 'suppliers' | 'customers' | 'categories' | 'colors' | 'sizes' | 'expense_categories';

/** The fields of files from anywhere; those of a known system may also have options. */
export const fieldNames: Record<Kind, readonly FieldName[]> = { ...fieldsOf, products: productFields };

/** Groups of fields; at least one of each group is needed to identify a record. */
const needed: Record<Kind, readonly (readonly FieldName[])[]> = {
  products: [['name', 'sku', 'barcode']],
  customers: [['name', 'first_name', 'phone', 'email']],
  suppliers: [['name']],
  purchase_orders: [['supplier'], ['barcode', 'sku', 'product'], ['quantity'], ['unit_cost', 'line_total']],
  sales: [['reference'], ['sold_at'], ['barcode', 'sku', 'product'], ['quantity'], ['unit_price', 'line_total']],
  expenses: [['spent_on'], ['amount']],
};

export function missingFields(kind: Kind, mapping: readonly (FieldName | null)[]): boolean {
  return needed[kind].some((fields) => !fields.some((field) => mapping.includes(field)));
}

/** Fields that are amounts of money. */
const amounts: readonly FieldName[] = [
  'price',
  'price_override',
  'purchase_price',
  'unit_cost',
  'unit_price',
  'discount',
  'sale_discount',
  'line_total',
  'document_total',
  'freight',
  'customs',
  'other_charges',
  'tax',
  'paid',
  'amount',
  'opening_balance',
];

/** Mapped amounts that the file gives in another unit: the user is asked once per column, not per cell. `taken`: columns confirmed to
    be in the business's currency; a percentage can never be. */
export function inOtherUnits(
  mapping: readonly (FieldName | null)[],
  units: readonly (string | null)[],
  taken: Readonly<Record<number, string>>,
): { column: number; field: FieldName; unit: string }[] {
  return mapping.flatMap((field, column) => {
    const unit = units[column];
    return field && amounts.includes(field) && unit && taken[column] === undefined ? [{ column, field, unit }] : [];
  });
}

/** Columns with more values of a field than a record can hold: whole columns, or with `values` that many values in the further rows of
    a record. */
export interface Further {
  field: FieldName;
  columns: number[];
  values?: number;
}

/** The parts of `further` that this mapping leaves out. */
export function furtherLeftOut(further: readonly Further[], mapping: readonly (FieldName | null)[]): Further[] {
  return further
    .map((one) => ({
      ...one,
      columns: one.columns.filter((column) => (one.values === undefined ? !mapping[column] : mapping[column] === one.field)),
    }))
    .filter(({ field, columns }) => columns.length > 0 && mapping.includes(field));
}

type Guarded = 'quantity' | 'purchase_price' | 'opening_balance';
const permissions: Partial<Record<Kind, Partial<Record<Guarded, readonly PermissionName[]>>>> = {
  products: { quantity: ['inventory.stock.adjust'], purchase_price: ['inventory.costs.view'] },
  customers: { opening_balance: ['contacts.opening_balances.create'] },
  suppliers: { opening_balance: ['contacts.opening_balances.create', 'inventory.costs.view'] },
};

/** Mapped fields that the user's role may not write: left out, because the database would reject the whole file. */
export function withheldFields(
  kind: Kind,
  mapping: readonly (FieldName | null)[],
  can: (permission: PermissionName) => boolean,
): Guarded[] {
  const needed = Object.entries(permissions[kind] ?? {}) as [Guarded, readonly PermissionName[]][];
  return needed.flatMap(([field, all]) => (mapping.includes(field) && !all.every(can) ? [field] : []));
}

/** The fallback columns after a column is mapped differently: without that column, and without those for a field that has moved. */
export function otherwiseAfter(
  otherwise: readonly (FieldName | null)[],
  mapping: readonly (FieldName | null)[],
  column: number,
  field: FieldName | null,
): (FieldName | null)[] {
  const moved = [field, mapping[column]];
  return otherwise.map((given, index) => (index === column || moved.includes(given) ? null : given));
}

/** Assigns a field to a column and removes it from any other; only stock by place may have several columns. */
export function mapColumn(
  mapping: readonly (FieldName | null)[],
  column: number,
  field: FieldName | null,
  places: readonly (string | null)[] = [],
): (FieldName | null)[] {
  return mapping.map((given, index) => (index === column ? field : given === field && !(places[index] && places[column]) ? null : given));
}

/** Whether the user chooses a branch for rows without one. Not for orders and sales whose file has a branch column: there such a row is
    a problem. */
export const asksBranch = (kind: Kind, mapping: readonly (FieldName | null)[]): boolean =>
  !((kind === 'purchase_orders' || kind === 'sales') && mapping.includes('branch'));
