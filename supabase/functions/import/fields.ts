/* The fields of each kind of import file, in the order in which people look for them. */

export const productFields = [
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
  'tax_rate',
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
/** Read from the exports of web shops. */
const optionFields = ['option1_name', 'option1_value', 'option2_name', 'option2_value', 'option3_name', 'option3_value'] as const;
const ofCustomers = [
  'name',
  'name_ar',
  'first_name',
  'last_name',
  'phone',
  'email',
  'address',
  'tax_number',
  'price_group',
  'active',
  'opening_balance',
  'opening_day',
] as const;
const ofSuppliers = ['name', 'name_ar', 'land_line', 'tax_number', 'active', 'opening_balance', 'opening_day'] as const;
const ofOrders = [
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
  'line_total',
  'freight',
  'customs',
  'other_charges',
  'tax',
  'document_total',
  'status',
  'notes',
] as const;
const ofSales = [
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
  'line_total',
  'sale_discount',
  'document_total',
  'discount_reason',
  'tax_rate',
  'payment_method',
  'paid',
  'original',
  'salesperson',
  'notes',
] as const;
const ofExpenses = [
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

export const fieldsOf = {
  products: [...productFields, ...optionFields],
  customers: ofCustomers,
  suppliers: ofSuppliers,
  purchase_orders: ofOrders,
  sales: ofSales,
  expenses: ofExpenses,
} as const;
export type Kind = keyof typeof fieldsOf;
export const kinds = Object.keys(fieldsOf) as Kind[];
export type FieldName = (typeof fieldsOf)[Kind][number];

/** Why a cell could not be read; the database reports it as a problem of the row. */
export type Unread =
  | 'number_invalid'
  | 'formula_not_calculated'
  | 'became_date'
  | 'letters_lost'
  | 'text_garbled'
  | 'is_percentage'
  | 'other_currency'
  | 'two_phones'
  | 'not_tax_number'
  | 'more_cells_than_heads'
  | 'time_zone_unknown'
  | 'amount_unclear'
  | 'tax_unclear'
  | 'refund_untold'
  | 'state_unknown';

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
  'freight',
  'customs',
  'other_charges',
  'tax',
  'unit_price',
  'sale_discount',
  'line_total',
  'document_total',
  'tax_rate',
  'paid',
  'amount',
  'opening_balance',
];

/** The number fields that hold percentages. */
export const percentFields: readonly FieldName[] = ['max_discount', 'tax_rate'];
