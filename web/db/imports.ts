/* Past imports, and the tables that undoing one changes. */
import { expenseChanges } from './expenses.ts';
import { pageParams, type PageRequest } from './plain-rows.ts';
import { purchaseChanges } from './purchases.ts';
import { saleChanges } from './sales.ts';
import { listOf, type Row, type Table } from './tables.ts';

// Without the report, which is long and not shown in a list.
const columns = [
  'id',
  'kind',
  'file_name',
  'status',
  'row_count',
  'created_count',
  'updated_count',
  'skipped_count',
  'problem_count',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const;
export type ImportRow = Pick<Row<'imports'>, (typeof columns)[number]> & { kind: ImportKind; status: 'applied' | 'undone' };
export type ImportKind = 'products' | 'customers' | 'suppliers' | 'purchase_orders' | 'sales' | 'expenses';

export const importPage = (paged: PageRequest) =>
  listOf<'imports', ImportRow>('imports', { ...pageParams(paged, 'file_name'), select: columns });

export const undoChanges: Table[] = [
  ...purchaseChanges,
  ...saleChanges,
  ...expenseChanges,
  'expense_categories',
  'imports',
  'products',
  'variants',
  'product_costs',
  'brands',
  'suppliers',
  'categories',
  'colors',
  'sizes',
  'customers',
  'stock_entries',
];
