/* What a column of a file may hold, by kind of import, in the order a person looks for it. */

const productFields = [
  'name',
  'name_ar',
  'price',
  'sku',
  'barcode',
  'color',
  'size',
  'price_override',
  'category',
  'brand',
  'supplier',
  'description',
  'purchase_price',
  'max_discount',
  'low_stock_level',
  'by_measure',
  'active',
  'designer_id',
  'tag_number',
  'group',
  'quantity',
  'branch',
  'stock_point',
] as const;
const customerFields = ['name', 'name_ar', 'first_name', 'last_name', 'phone', 'email', 'address', 'price_group', 'active'] as const;
const supplierFields = ['name', 'name_ar', 'land_line', 'active'] as const;
const orderFields = [
  'reference',
  'supplier',
  'branch',
  'ordered_on',
  'due_on',
  'barcode',
  'sku',
  'product',
  'color',
  'size',
  'quantity',
  'unit_cost',
  'discount',
  'tax',
  'status',
  'notes',
] as const;
const saleFields = [
  'reference',
  'sold_at',
  'branch',
  'till',
  'customer',
  'phone',
  'email',
  'barcode',
  'sku',
  'product',
  'color',
  'size',
  'quantity',
  'unit_price',
  'discount',
  'sale_discount',
  'discount_reason',
  'tax_rate',
  'payment_method',
  'paid',
  'original',
  'salesperson',
  'notes',
] as const;
const expenseFields = [
  'spent_on',
  'category',
  'amount',
  'tax_rate',
  'branch',
  'supplier',
  'reference',
  'customer',
  'assigned',
  'payment_method',
  'paid',
  'paid_on',
  'notes',
] as const;

export const optionNames = ['option1_name', 'option1_value', 'option2_name', 'option2_value', 'option3_name', 'option3_value'] as const;

export const kinds = ['products', 'customers', 'suppliers', 'purchase_orders', 'sales', 'expenses'] as const;
export type Kind = (typeof kinds)[number];
export type FieldName =
  | (
      | typeof productFields
      | typeof customerFields
      | typeof supplierFields
      | typeof orderFields
      | typeof saleFields
      | typeof expenseFields
    )[number]
  | (typeof optionNames)[number];
export type NameKind = 'brands' | 'suppliers' | 'customers' | 'categories' | 'colors' | 'sizes' | 'expense_categories';

export const fieldNames: Record<Kind, readonly FieldName[]> = {
  products: productFields,
  customers: customerFields,
  suppliers: supplierFields,
  purchase_orders: orderFields,
  sales: saleFields,
  expenses: expenseFields,
};

/** Of each of these one: something must tell one record from another. */
const needed: Record<Kind, readonly (readonly FieldName[])[]> = {
  products: [['name', 'sku', 'barcode']],
  customers: [['name', 'first_name', 'phone', 'email']],
  suppliers: [['name']],
  purchase_orders: [['supplier'], ['barcode', 'sku', 'product'], ['quantity'], ['unit_cost']],
  sales: [['reference'], ['sold_at'], ['barcode', 'sku', 'product'], ['quantity']],
  expenses: [['spent_on'], ['amount']],
};

export function missingFields(kind: Kind, mapping: readonly (FieldName | null)[]): boolean {
  return needed[kind].some((fields) => !fields.some((field) => mapping.includes(field)));
}

/** What is an amount of money. */
const amounts: readonly FieldName[] = [
  'price',
  'price_override',
  'purchase_price',
  'unit_cost',
  'unit_price',
  'discount',
  'sale_discount',
  'tax',
  'paid',
  'amount',
];

/** Amounts that the file gives in another unit: its column of them is asked about once, and not each cell of it. taken: columns whose figures
    are in the business's currency all the same; a percentage is no amount of any. */
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

/** Columns that hold more of a field than a record has here: all that they say, or so many values in rows that go on with a record. */
export interface Further {
  field: FieldName;
  columns: number[];
  values?: number;
}

/** What of it is left out, as the columns are mapped. */
export function furtherLeftOut(further: readonly Further[], mapping: readonly (FieldName | null)[]): Further[] {
  return further
    .map((one) => ({
      ...one,
      columns: one.columns.filter((column) => (one.values === undefined ? !mapping[column] : mapping[column] === one.field)),
    }))
    .filter(({ field, columns }) => columns.length > 0 && mapping.includes(field));
}

const permissions = { quantity: 'inventory.stock.adjust', purchase_price: 'inventory.costs.view' } as const;
type Guarded = keyof typeof permissions;

/** What this role may not write: the database would refuse the whole file for it, so it is left out from the start. */
export function withheldFields(
  kind: Kind,
  mapping: readonly (FieldName | null)[],
  can: (permission: (typeof permissions)[Guarded]) => boolean,
): Guarded[] {
  if (kind !== 'products') return [];
  return (Object.keys(permissions) as Guarded[]).filter((field) => mapping.includes(field) && !can(permissions[field]));
}

/** What still fills blanks once a column was given a field, or none: not that column, nor what stood in for a field that is not where it was. */
export function otherwiseAfter(
  otherwise: readonly (FieldName | null)[],
  mapping: readonly (FieldName | null)[],
  column: number,
  field: FieldName | null,
): (FieldName | null)[] {
  const moved = [field, mapping[column]];
  return otherwise.map((given, at) => (at === column || moved.includes(given) ? null : given));
}

/** Gives a column its field, and takes the field from the column that had it; stock by place stands in several. */
export function mapColumn(
  mapping: readonly (FieldName | null)[],
  column: number,
  field: FieldName | null,
  places: readonly (string | null)[] = [],
): (FieldName | null)[] {
  return mapping.map((given, at) => (at === column ? field : given === field && !(places[at] && places[column]) ? null : given));
}

/** Whether the branch of rows that name none is chosen in the wizard. Of orders and sales it is not where the file has branches: a row without
    one is a problem, and goes to none that nobody chose. */
export const asksBranch = (kind: Kind, mapping: readonly (FieldName | null)[]): boolean =>
  !((kind === 'purchase_orders' || kind === 'sales') && mapping.includes('branch'));
