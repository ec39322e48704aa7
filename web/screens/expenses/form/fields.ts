import { code, day, longText, money, ref, integer } from '@/kit/fields.ts';
import { settings } from '@/lib/settings.ts';

/** The fields that expenses share with rules, with the database's limits. */
const repeated = () => ({
  amount: money({ required: true, decimals: settings().decimals }),
  category_id: ref('expense_categories', { tree: true }),
  tax_rate_id: ref('tax_rates'),
  notes: longText({ wide: true }),
  supplier_id: ref('suppliers'),
  customer_id: ref('customers'),
  assigned_id: ref('profiles'),
});

export const expenseFields = () => ({
  ...repeated(),
  branch_id: ref('branches', { required: true }),
  spent_on: day({ required: true }),
  reference: code(),
  sale_id: code(),
  purchase_order_id: code(),
});
export type ExpenseField = keyof ReturnType<typeof expenseFields>;

export const ruleFields = () => ({
  ...repeated(),
  every: integer({ required: true, min: 1, max: 999 }),
  unit: code({ required: true }),
  next_on: day({ required: true }),
  ends_on: day(),
});
export type RuleField = keyof ReturnType<typeof ruleFields>;
