/* The fields of each kind of import file. */

const ofProducts = [
  'group',
  'name',
  'name_ar',
  'description',
  'category',
  'brand',
  'supplier',
  'designer_id',
  'tag_number',
  'price',
  'purchase_price',
  'max_discount',
  'low_stock_level',
  'by_measure',
  'active',
  'color',
  'size',
  'sku',
  'barcode',
  'price_override',
  'quantity',
  'branch',
  'stock_point',
  'option1_name',
  'option1_value',
  'option2_name',
  'option2_value',
  'option3_name',
  'option3_value',
] as const;
const ofCustomers = ['name', 'name_ar', 'first_name', 'last_name', 'phone', 'email', 'address', 'price_group', 'active'] as const;
const ofSuppliers = ['name', 'name_ar', 'land_line', 'active'] as const;
const ofOrders = [
  'reference',
  'supplier',
  'branch',
  'ordered_on',
  'due_on',
  'status',
  'notes',
  'barcode',
  'sku',
  'product',
  'color',
  'size',
  'quantity',
  'unit_cost',
  'discount',
  'tax',
] as const;
const ofSales = [
  'reference',
  'original',
  'sold_at',
  'branch',
  'till',
  'customer',
  'phone',
  'email',
  'salesperson',
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
  'notes',
] as const;
const ofExpenses = [
  'reference',
  'branch',
  'spent_on',
  'category',
  'amount',
  'tax_rate',
  'supplier',
  'customer',
  'assigned',
  'payment_method',
  'paid',
  'paid_on',
  'notes',
] as const;

export const fieldsOf = {
  products: ofProducts,
  customers: ofCustomers,
  suppliers: ofSuppliers,
  purchase_orders: ofOrders,
  sales: ofSales,
  expenses: ofExpenses,
} as const;
export type Kind = keyof typeof fieldsOf;
export const kinds = Object.keys(fieldsOf) as Kind[];
export type FieldName = (typeof fieldsOf)[Kind][number];

/** The cells of one row by field. */
export type Cells = Partial<Record<FieldName, string>>;

export const numberFields: readonly FieldName[] = [
  'price',
  'purchase_price',
  'max_discount',
  'low_stock_level',
  'price_override',
  'quantity',
  'unit_cost',
  'discount',
  'tax',
  'unit_price',
  'sale_discount',
  'tax_rate',
  'paid',
  'amount',
];

/** The number fields that hold percentages. */
export const percentFields: readonly FieldName[] = ['max_discount', 'tax_rate'];
