import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

const parent = '/accounting/expenses';

export const routes: RouteObject[] = [
  page('accounting/expenses', () => import('./list/expense-list.tsx'), { title: 'expenses.title', permission: 'accounting.expenses.view' }),
  page('accounting/expenses/add', () => import('./form/expense-form.tsx'), {
    title: 'expenses.newTitle',
    permission: 'accounting.expenses.create',
    parent,
  }),
  page('accounting/expenses/edit/:id', () => import('./form/expense-form.tsx'), {
    title: 'expenses.editTitle',
    permission: 'accounting.expenses.update',
    parent,
  }),
  page('accounting/expenses/view/:id', () => import('./view/expense-view.tsx'), {
    title: 'expenses.viewTitle',
    permission: 'accounting.expenses.view',
    parent,
  }),
  page('accounting/expenses/by-category', () => import('./list/by-category.tsx'), {
    title: 'expenses.tree.title',
    permission: 'accounting.expenses.view',
    parent,
  }),
  page('accounting/expenses/recurring', () => import('./recurring/rule-list.tsx'), {
    title: 'expenses.recurring.title',
    permission: 'accounting.expenses.view',
    parent,
  }),
  page('accounting/expenses/recurring/edit/:id', () => import('./recurring/rule-edit.tsx'), {
    title: 'expenses.recurring.editTitle',
    permission: 'accounting.expenses.update',
    parent: `${parent}/recurring`,
  }),
];
