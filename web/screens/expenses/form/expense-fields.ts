import { code, longText, money, ref } from '@/kit/fields.ts';
import { settings } from '@/lib/settings.ts';

/** What is written of an expense; the limits are those of the database. */
export const expenseFields = () => ({
  branch_id: ref('branches', { required: true }),
  spent_on: code({ required: true, max: 20, form: { pattern: /^\d{4}-\d{2}-\d{2}$/, constraint: 'day_unreadable' } }),
  category_id: ref('expense_categories', { tree: true }),
  amount: money({ required: true, decimals: settings().decimals }),
  tax_rate_id: ref('tax_rates'),
  reference: code(),
  supplier_id: ref('suppliers'),
  customer_id: ref('customers'),
  assigned_id: code(),
  sale_id: code(),
  purchase_order_id: code(),
  notes: longText({ wide: true }),
});

export type ExpenseField = keyof ReturnType<typeof expenseFields>;
