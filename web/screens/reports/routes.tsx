import type { RouteObject } from 'react-router-dom';
import type { PermissionName } from '@/db/types.gen.ts';
import { page } from '@/kit/screen.ts';

// Separate from reports.ts, which a first visit does not need.
const pages = [
  ['sales', 'sales', 'reports.sales.view'],
  ['profit-and-loss', 'profit_and_loss', 'reports.profit_and_loss.view'],
  ['stock', 'stock', 'reports.stock.view'],
  ['movements', 'movements', 'reports.movements.view'],
  ['low-stock', 'low_stock', 'reports.low_stock.view'],
  ['payables', 'payables', 'reports.purchases.view'],
  ['receivables', 'receivables', 'reports.sales.view'],
  ['purchases', 'purchases', 'reports.purchases.view'],
  ['expenses', 'expenses', 'reports.expenses.view'],
  ['stock-age', 'stock_age', 'reports.stock.view'],
  ['deliveries', 'deliveries', 'reports.stock.view'],
  ['cash-flow', 'cash_flow', 'reports.profit_and_loss.view'],
  ['cashiers', 'cashiers', 'reports.sales.view'],
] as const satisfies [string, string, PermissionName][];

export const routes: RouteObject[] = [
  page('reports', () => import('./report-index.tsx'), {
    title: 'reports.title',
    permission: [...new Set(pages.map(([, , permission]) => permission))],
  }),
  page('reports/sales/lines', () => import('./sold-lines.tsx'), {
    title: 'reports.lines.title',
    permission: 'accounting.sales.view',
    parent: '/reports/sales',
  }),
  page('reports/cash-flow/payments', () => import('./payment-list.tsx'), {
    title: 'reports.payments.title',
    permission: 'reports.profit_and_loss.view',
    parent: '/reports/cash-flow',
  }),
  ...pages.map(([slug, name, permission]) =>
    page(`reports/${slug}`, () => import('./report-page.tsx'), { title: `reports.name.${name}`, permission, parent: '/reports' }),
  ),
];
