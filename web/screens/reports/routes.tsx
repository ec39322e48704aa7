import type { RouteObject } from 'react-router-dom';
import type { ReportName } from '@/db/reports.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { page } from '@/kit/screen.ts';

// Separate from reports.ts, which a first visit does not need.
const pages = [
  ['sales', 'reports.sales.view'],
  ['profit-and-loss', 'reports.profit_and_loss.view'],
  ['tax', 'reports.profit_and_loss.view'],
  ['stock', 'reports.stock.view'],
  ['movements', 'reports.movements.view'],
  ['low-stock', 'reports.low_stock.view'],
  ['payables', 'reports.purchases.view'],
  ['receivables', 'reports.sales.view'],
  ['purchases', 'reports.purchases.view'],
  ['expenses', 'reports.expenses.view'],
  ['stock-age', 'reports.stock.view'],
  ['deliveries', 'reports.stock.view'],
  ['cash-flow', 'reports.profit_and_loss.view'],
  ['methods', 'reports.sales.view'],
  ['cashiers', 'reports.sales.view'],
] as const satisfies [string, PermissionName][];

export const routes: RouteObject[] = [
  page('reports', () => import('./report-index.tsx'), {
    title: 'reports.title',
    permission: [...new Set(pages.map(([, permission]) => permission))],
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
  page('reports/methods/payments', async () => ({ Component: (await import('./payment-list.tsx')).SalePayments }), {
    title: 'reports.payments.title',
    permission: 'reports.sales.view',
    parent: '/reports/methods',
  }),
  page('reports/profit-and-loss/cost-differences', () => import('./cost-differences.tsx'), {
    title: 'reports.differences.title',
    permission: 'reports.profit_and_loss.view',
    parent: '/reports/profit-and-loss',
  }),
  page('reports/accountant', () => import('./accountant/accountant.tsx'), {
    title: 'reports.accountant.title',
    permission: 'reports.profit_and_loss.export',
    parent: '/reports',
  }),
  page('reports/accountant/account', () => import('./accountant/account-lines.tsx'), {
    title: 'reports.journal.col.account',
    permission: 'reports.profit_and_loss.export',
    parent: '/reports/accountant',
  }),
  ...pages.map(([slug, permission]) =>
    page(`reports/${slug}`, () => import('./report-page.tsx'), {
      title: `reports.name.${slug.replaceAll('-', '_') as ReportName}`,
      permission,
      parent: '/reports',
    }),
  ),
];
