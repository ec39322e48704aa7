// The questions that reports answer, each an address. A report's page is headed by the question that it was asked.
import type { ReportOverview } from '@/db/reports.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import type { ListState } from '@/list/list-state.ts';

export interface Question {
  name: PlainKeyBelow<'reports.question'>;
  path: string;
  query?: string;
  /** All of them are required. */
  permissions: readonly PermissionName[];
  figure?: keyof ReportOverview;
}

const sales = (name: Question['name'], query: string, ...more: PermissionName[]): Question => ({
  name,
  path: '/reports/sales',
  query,
  permissions: ['reports.sales.view', ...more],
});

const movements = (name: Question['name'], query: string): Question => ({
  name,
  path: '/reports/movements',
  query,
  permissions: ['reports.movements.view'],
});
/** The journal names all documents, so it needs what reads them. */
const JOURNAL: readonly PermissionName[] = [
  'reports.profit_and_loss.view',
  'reports.profit_and_loss.export',
  'inventory.costs.view',
  'attendance.shifts.view_expected',
  'accounting.sales.view',
  'purchasing.orders.view',
  'purchasing.returns.view',
  'purchasing.payments.view',
  'accounting.expenses.view',
  'accounting.expense_payments.view',
  'contacts.customers.view',
  'contacts.suppliers.view',
];
const CASH: readonly PermissionName[] = ['reports.profit_and_loss.view', 'inventory.costs.view'];

export const sections: readonly { title: PlainKeyBelow<'reports.section'>; questions: readonly Question[] }[] = [
  {
    title: 'sales',
    questions: [
      { name: 'sales', path: '/reports/sales', permissions: ['reports.sales.view'], figure: 'sales' },
      sales('hours', 'by=hour&period=last_30_days'),
      sales('weekdays', 'by=weekday&period=last_30_days'),
      sales('products', 'by=product'),
      sales('sizes', 'by=size&columns=color&measure=pieces'),
      sales('categories', 'by=category'),
      sales('brands', 'by=brand'),
      sales('branches', 'by=branch&columns=month&period=this_year&compare=last_year'),
      sales('sellers', 'by=salesperson'),
      sales('customers', 'by=customer', 'contacts.customers.view'),
      sales('discounts', 'by=discount_reason&measure=discount'),
      sales('returns', 'by=product&measure=returns&goods=returned'),
    ],
  },
  {
    title: 'profit',
    questions: [
      {
        name: 'profit_and_loss',
        path: '/reports/profit-and-loss',
        permissions: ['reports.profit_and_loss.view', 'inventory.costs.view', 'attendance.shifts.view_expected'],
        figure: 'profit',
      },
      sales('margins', 'by=product&measure=margin', 'inventory.costs.view'),
      { name: 'expenses', path: '/reports/expenses', permissions: ['reports.expenses.view'], figure: 'expenses' },
      {
        name: 'expense_months',
        path: '/reports/expenses',
        query: 'columns=month&period=this_year&compare=last_year',
        permissions: ['reports.expenses.view'],
      },
    ],
  },
  {
    title: 'money',
    questions: [
      { name: 'cash_flow', path: '/reports/cash-flow', permissions: CASH },
      { name: 'methods', path: '/reports/methods', permissions: ['reports.sales.view'] },
      { name: 'tax', path: '/reports/tax', permissions: CASH },
      { name: 'accountant', path: '/reports/accountant', permissions: JOURNAL },
    ],
  },
  {
    title: 'stock',
    questions: [
      { name: 'stock', path: '/reports/stock', permissions: ['reports.stock.view'], figure: 'stock' },
      { name: 'movements', path: '/reports/movements', permissions: ['reports.movements.view'], figure: 'movements' },
      { name: 'low_stock', path: '/reports/low-stock', permissions: ['reports.low_stock.view'], figure: 'low_stock' },
      movements('unsold', 'by=product&moving=unsold&measure=at_end&period=last_90_days'),
      movements('turnover', 'by=category&measure=turnover&period=last_90_days'),
      movements('days_left', 'by=category&measure=days_left&period=last_30_days&sort=days_left'),
      movements('sell_through', 'by=product&measure=sell_through&period=last_90_days'),
      { name: 'stock_age', path: '/reports/stock-age', permissions: ['reports.stock.view'] },
      {
        name: 'deliveries',
        path: '/reports/deliveries',
        query: 'by=purchase_order&period=last_90_days',
        permissions: ['reports.stock.view', 'purchasing.orders.view'],
      },
    ],
  },
  {
    title: 'owed',
    questions: [
      {
        name: 'purchases',
        path: '/reports/purchases',
        permissions: ['reports.purchases.view', 'inventory.costs.view', 'contacts.suppliers.view'],
        figure: 'purchases',
      },
      {
        name: 'payables',
        path: '/reports/payables',
        permissions: ['reports.purchases.view', 'inventory.costs.view', 'contacts.suppliers.view'],
        figure: 'payables',
      },
      {
        name: 'receivables',
        path: '/reports/receivables',
        permissions: ['reports.sales.view', 'contacts.customers.view'],
        figure: 'receivables',
      },
    ],
  },
  {
    title: 'people',
    questions: [
      { name: 'cashiers', path: '/reports/cashiers', permissions: ['reports.sales.view'] },
      { name: 'shifts', path: '/reports/shifts', permissions: ['attendance.shifts.view'] },
      { name: 'attendance', path: '/reports/attendance', permissions: ['attendance.records.view'] },
    ],
  },
];

export const addressOfQuestion = ({ path, query }: Question): string => (query ? `${path}?${query}` : path);

/** What makes a report another question; its period and branches do not. */
const SHAPE = new Set(['by', 'columns', 'measure', 'goods', 'moving']);

/** The question that a report's page answers, whatever its period and filters; undefined for one of the user's own. A question that names
    a comparison is only answered by that one. */
export function questionAt(
  path: string,
  filters: ListState['filters'],
  otherwise: Readonly<Record<string, string | undefined>>,
): Question | undefined {
  const shapeOf = (values: Iterable<[string, string]>) =>
    [...values]
      .filter(([name, value]) => SHAPE.has(name) && value !== otherwise[name])
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('&');
  const asked = shapeOf(Object.entries(filters).flatMap(([name, values]) => values.map((value): [string, string] => [name, value])));
  return sections
    .flatMap(({ questions }) => questions)
    .find(({ path: itsPath, query }) => {
      const params = new URLSearchParams(query);
      const compare = params.get('compare');
      return itsPath === path && shapeOf(params) === asked && (compare === null || compare === filters.compare?.[0]);
    });
}
