import { Receipt } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, name, nameInArabic, ref } from '@/kit/fields.ts';

export const expenseCategories = defineResource({
  table: 'expense_categories',
  path: '/accounting/expenses-categories',
  permission: 'accounting.expense_categories',
  icon: Receipt,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    parent_id: ref('expense_categories', { tree: true }),
    active: active(),
  },
});
