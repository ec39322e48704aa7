/* The news of each release, newest first. Their texts are in whatsNew.json. */
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import { LATEST } from './unread.ts';

interface Note {
  key: PlainKeyBelow<'whatsNew.note'>;
  to: string;
  /** The permission for the page it is about; without it, the news is not shown. */
  permission: PermissionName;
}

interface Release {
  day: string;
  notes: readonly Note[];
}

export const releases: readonly Release[] = [
  {
    day: LATEST,
    notes: [
      { key: 'methods', to: '/reports/methods', permission: 'reports.sales.view' },
      { key: 'correctPayment', to: '/accounting/sales', permission: 'accounting.sales.correct_payment' },
      { key: 'receiptWays', to: '/accounting/sales/add', permission: 'accounting.sales.create' },
    ],
  },
  {
    day: '2026-11-30',
    notes: [
      { key: 'supplierReturns', to: '/purchase/returns', permission: 'purchasing.returns.view' },
      { key: 'charges', to: '/purchase', permission: 'inventory.costs.view' },
      { key: 'reorder', to: '/reports/low-stock', permission: 'reports.low_stock.view' },
      { key: 'stockValue', to: '/reports/profit-and-loss', permission: 'reports.profit_and_loss.view' },
      { key: 'openingBalances', to: '/contacts/customers', permission: 'contacts.opening_balances.create' },
      { key: 'taxByProduct', to: '/settings/tax-rates', permission: 'settings.tax_rates.view' },
      { key: 'taxReport', to: '/reports/tax', permission: 'reports.profit_and_loss.view' },
      { key: 'findSale', to: '/accounting/sales/add', permission: 'accounting.sales.return' },
      { key: 'accountant', to: '/reports/accountant', permission: 'reports.profit_and_loss.export' },
    ],
  },
  {
    day: '2026-11-28',
    notes: [
      { key: 'tiles', to: '/accounting/sales/add', permission: 'accounting.sales.create' },
      { key: 'questions', to: '/reports', permission: 'reports.sales.view' },
      { key: 'stockQuestions', to: '/reports/stock-age', permission: 'reports.stock.view' },
      { key: 'cashFlow', to: '/reports/cash-flow', permission: 'reports.profit_and_loss.view' },
      { key: 'ownDashboard', to: '/dashboard', permission: 'dashboard.overview.view' },
      { key: 'charts', to: '/dashboard', permission: 'dashboard.overview.view' },
      { key: 'rowMenus', to: '/purchase', permission: 'purchasing.orders.view' },
      { key: 'countries', to: '/settings/business', permission: 'settings.business.view' },
      { key: 'change', to: '/accounting/sales/add', permission: 'accounting.sales.create' },
      { key: 'drafts', to: '/inventory/stockpoints/transactions/add', permission: 'inventory.transfers.create' },
      { key: 'receipts', to: '/accounting/expenses/add', permission: 'accounting.expenses.create' },
      { key: 'pastSales', to: '/accounting/sales/import', permission: 'accounting.sales.import' },
      { key: 'lists', to: '/purchase/add', permission: 'purchasing.orders.create' },
      { key: 'neverStops', to: '/accounting/sales/add', permission: 'accounting.sales.create' },
      { key: 'drawers', to: '/reports/shifts', permission: 'attendance.shifts.view' },
      { key: 'credit', to: '/contacts/customers', permission: 'contacts.customers.view' },
      { key: 'lateSales', to: '/inventory/counts', permission: 'inventory.counts.view' },
    ],
  },
  {
    day: '2026-11-26',
    notes: [
      { key: 'openingCosts', to: '/inventory/stock/add', permission: 'inventory.costs.view' },
      { key: 'invitations', to: '/managment/users', permission: 'management.users.view' },
      { key: 'sendInvoice', to: '/accounting/sales', permission: 'accounting.sales.view' },
      { key: 'cashRounding', to: '/settings/business', permission: 'settings.business.view' },
      { key: 'wholePieces', to: '/inventory/products', permission: 'inventory.products.view' },
      { key: 'tills', to: '/settings/branches', permission: 'settings.branches.view' },
      { key: 'reports', to: '/reports', permission: 'reports.sales.view' },
      { key: 'customerAccount', to: '/contacts/customers', permission: 'contacts.customers.view' },
    ],
  },
  {
    day: '2026-11-24',
    notes: [
      { key: 'sales', to: '/accounting/sales', permission: 'accounting.sales.view' },
      { key: 'documents', to: '/documents', permission: 'documents.files.view' },
      { key: 'auditLog', to: '/managment/audit-log', permission: 'management.audit_log.view' },
      { key: 'business', to: '/settings/business', permission: 'settings.business.view' },
    ],
  },
];
