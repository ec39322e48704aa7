// Each report: its headings, filters, figures and columns. Declarations only, drawn by report-page.tsx.
import type { ReportName, ReportRow } from '@/db/reports.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import { WITHOUT } from '@/kit/without.ts';

type ColumnName = PlainKeyBelow<'reports.col'>;
/** What reports are filtered by: headings, and a category with those below it. */
export type FilterName = PlainKeyBelow<'reports.by'>;
export type Heading = Exclude<FilterName, 'below_category' | 'tax_percentage'>;
export type Kind = 'count' | 'pieces' | 'money' | 'percent' | 'change' | 'day' | 'word';

export interface ReportColumn {
  id: ColumnName;
  kind: Kind;
  /** The main figure: emphasised, and at the end of a card on a phone. */
  main?: boolean;
  /** Shown only to users with this permission. */
  needs?: PermissionName;
  /** Not printed, and hidden in the list by default. */
  aside?: boolean;
  late?: true;
  /** Rows do not add up to it. */
  isRate?: true;
  /** Cannot be charted, crossed and compared: a part of an account, or of the measure. */
  notMeasured?: true;
}

/** Where the rows behind a report's figures are. */
export interface RowsBehind {
  /** The path, with a query where only some of its rows count. */
  path: string;
  /** What is otherwise for some measures. */
  of?: Partial<Record<ColumnName, Partial<Omit<RowsBehind, 'of'>>>>;
  permissions: readonly PermissionName[];
  /** The filter of the list by days, if it has one. */
  period?: string;
  /** The filters of the list, by the headings of the report. */
  filters: Partial<Record<FilterName, string>>;
  /** Whether these find rows without a category, customer and so on too. */
  findsNone?: true;
  /** Under this heading the report itself lists these rows, and its figures open nothing. */
  heading?: Heading;
  /** A report by branch counts otherwise, so that only figures of one branch can be opened. */
  tellsBranches?: true;
}

export interface ReportQuery {
  period: string;
  /** Of a report of one day. */
  day?: string | undefined;
  heading: Heading | undefined;
  columns?: Heading | undefined;
  /** The measure that is compared, sorted by and crossed. */
  measure?: ColumnName | undefined;
  filters?: Readonly<Record<string, readonly string[]>>;
}

export interface Report {
  name: ReportName;
  /** Its path below /reports. */
  slug: string;
  permission: PermissionName;
  exportPermission: PermissionName;
  /** Further required permissions. */
  needs?: readonly PermissionName[];
  asks: 'period' | 'day' | 'now';
  headings: readonly Heading[];
  /** The figures above the table, from these columns or the answer's figures. */
  strip: readonly ColumnName[];
  /** Columns in which a larger figure is worse. */
  worse?: readonly ColumnName[];
  columns: readonly ReportColumn[];
  /** Made by the engine (private.report_figures): its rows and columns are any of its headings, filtered by these. */
  filters?: readonly FilterName[];
  behind?: RowsBehind;
  /** Its rows can be ordered from their suppliers. */
  reorders?: true;
  /** The path of the record or rows behind a row; undefined for those of `behind`. days: those of the answer, as the filter of a list. */
  opens?: (row: ReportRow, asked: ReportQuery, days: string) => string | undefined;
}

const money = (id: ColumnName, more: Partial<ReportColumn> = {}): ReportColumn => ({ id, kind: 'money', ...more });
const pieces = (id: ColumnName, more: Partial<ReportColumn> = {}): ReportColumn => ({ id, kind: 'pieces', ...more });
const count = (id: ColumnName, more: Partial<ReportColumn> = {}): ReportColumn => ({ id, kind: 'count', ...more });
const change: ReportColumn = { id: 'change', kind: 'change' };
const product = (id: string) => `/inventory/products/edit/${id}`;
const costs = { needs: 'inventory.costs.view' } as const;
const drawers = { needs: 'attendance.shifts.view_expected' } as const;
const goods = ['product', 'variant', 'color', 'size', 'category', 'brand', 'supplier'] as const;
const goodsFilters = [...goods, 'below_category'] as const;
/** The filters of a list that are named as those of its report. */
const same = (...names: FilterName[]): Partial<Record<FilterName, string>> => Object.fromEntries(names.map((name) => [name, name]));

/** The movements of a variant, in the branches of the report. */
function ledgerOf({ id }: ReportRow, { filters = {} }: ReportQuery, days?: string): string | undefined {
  const { branch = [], ...others } = filters;
  // The ledger is of one branch or of all, and all of a variant is in it.
  if (branch.length > 1 || Object.keys(others).length > 0) return undefined;
  const params = new URLSearchParams({ variant: id, ...(branch[0] && { branch: branch[0] }), ...(days && { days }) });
  return `/inventory/stock/movements?${params.toString()}`;
}

/** The address of a list, with the days and branches of a report. */
export function listOf(path: string, period: string, { filters = {} }: ReportQuery, days: string): string {
  const [list, query] = path.split('?');
  const params = new URLSearchParams(query);
  params.append(period, days);
  for (const branch of filters.branch ?? []) params.append('branch', branch);
  return `${list}?${params.toString()}`;
}

const SALE_FILTERS: readonly FilterName[] = [
  'weekday',
  'hour',
  ...goodsFilters,
  'customer',
  'salesperson',
  'branch',
  'discount_reason',
  'goods',
  'payment_method',
  'tax_rate',
  'tax_choice',
  'tax_percentage',
];
const STOCK_FILTERS: readonly FilterName[] = [...goodsFilters, 'branch'];
const MOVEMENT_FILTERS: readonly FilterName[] = [...STOCK_FILTERS, 'moving'];

const CLOSED_SHIFTS: Omit<RowsBehind, 'of'> = {
  path: '/reports/shifts?status=closed',
  permissions: ['attendance.shifts.view'],
  period: 'opened',
  filters: { salesperson: 'person', branch: 'branch' },
};
/** What the list of payments needs: those of all kinds, so that they add up. */
const PAYMENT_PERMISSIONS: readonly PermissionName[] = [
  'inventory.costs.view',
  'accounting.sales.view',
  'purchasing.orders.view',
  'purchasing.returns.view',
  'purchasing.payments.view',
  'accounting.expenses.view',
  'accounting.expense_payments.view',
];

export const reports: readonly Report[] = [
  {
    name: 'sales',
    slug: 'sales',
    permission: 'reports.sales.view',
    exportPermission: 'reports.sales.export',
    asks: 'period',
    headings: [
      'day',
      'week',
      'month',
      'weekday',
      'hour',
      ...goods,
      'customer',
      'salesperson',
      'branch',
      'discount_reason',
      'goods',
      'tax_rate',
    ],
    strip: ['net', 'returns', 'margin', 'margin_rate', 'invoices', 'average'],
    worse: ['returns', 'discount', 'without_cost', 'goods_cost'],
    columns: [
      count('invoices'),
      pieces('pieces'),
      money('sales'),
      money('returns'),
      money('net', { main: true }),
      money('tax', { aside: true }),
      money('discount', { aside: true }),
      money('goods_cost', { ...costs, aside: true }),
      money('margin', costs),
      { id: 'margin_rate', kind: 'percent', ...costs },
      pieces('without_cost', { ...costs, aside: true }),
      money('average', { aside: true, isRate: true }),
    ],
    filters: SALE_FILTERS,
    behind: {
      path: '/reports/sales/lines',
      permissions: ['accounting.sales.view'],
      period: 'sold',
      filters: same(...SALE_FILTERS),
      findsNone: true,
    },
  },
  {
    name: 'profit_and_loss',
    slug: 'profit-and-loss',
    permission: 'reports.profit_and_loss.view',
    exportPermission: 'reports.profit_and_loss.export',
    needs: ['inventory.costs.view', 'attendance.shifts.view_expected'],
    asks: 'period',
    headings: [],
    strip: ['net_sales', 'gross_profit', 'expenses', 'profit'],
    columns: [money('now', { main: true }), { id: 'rate', kind: 'percent' }, money('before'), change],
    opens: ({ kind, id }, asked, days) => {
      const category = id.split(':')[1];
      const branches = asked.filters?.branch ?? [];
      switch (kind) {
        case 'sales':
          return listOf('/reports/sales/lines?goods=sold', 'sold', asked, days);
        case 'returns':
          return listOf('/reports/sales/lines?goods=returned', 'sold', asked, days);
        case 'net_sales':
          return listOf('/reports/sales/lines', 'sold', asked, days);
        case 'damaged':
          return listOf('/accounting/sales?status=completed&type=return&type=exchange', 'sold', asked, days);
        case 'rounding':
          return listOf('/accounting/sales?status=completed', 'sold', asked, days);
        case 'cost':
        case 'gross_profit':
          return listOf('/reports/sales?by=product', 'period', asked, days);
        case 'counted':
          // The list of counts has no filter by branch.
          return branches.length > 0 ? undefined : '/inventory/counts?status=posted';
        case 'adjusted':
          return branches.length > 1 ? undefined : listOf('/inventory/stock/movements?kind=adjustment', 'days', asked, days);
        case 'corrected':
          return listOf('/reports/profit-and-loss/cost-differences', 'booked', asked, days);
        case 'drawers':
          return listOf('/reports/shifts', 'opened', asked, days);
        case 'expense':
          return listOf(`/accounting/expenses${category ? `?category=${category}` : ''}`, 'spent', asked, days);
        case 'expenses':
          return listOf('/accounting/expenses', 'spent', asked, days);
        default:
          return undefined;
      }
    },
  },
  {
    name: 'tax',
    slug: 'tax',
    permission: 'reports.profit_and_loss.view',
    exportPermission: 'reports.profit_and_loss.export',
    needs: ['inventory.costs.view'],
    asks: 'period',
    headings: [],
    strip: ['output_tax', 'input_tax', 'tax_due'],
    worse: ['output_tax', 'tax_due'],
    columns: [count('documents'), money('net_amount'), money('tax_amount', { main: true }), money('with_tax')],
    opens: ({ kind, tax_rate_id, percentage }, asked, days) => {
      const rate = tax_rate_id ?? WITHOUT;
      const lines = `tax_rate=${rate}${percentage === null ? '' : `&tax_percentage=${percentage}`}`;
      switch (kind) {
        case 'sales':
          return listOf(`/reports/sales/lines?goods=sold&${lines}`, 'sold', asked, days);
        case 'sale_returns':
          return listOf(`/reports/sales/lines?goods=returned&${lines}`, 'sold', asked, days);
        case 'purchases':
          return listOf(`/purchase?status=completed&tax=${rate}`, 'ordered', asked, days);
        case 'purchase_returns':
          return listOf('/purchase/returns?status=returned', 'returned', asked, days);
        case 'expenses':
          return listOf(`/accounting/expenses?tax=${rate}`, 'spent', asked, days);
        case 'output_tax':
          return listOf('/reports/sales?by=tax_rate&measure=tax', 'period', asked, days);
        default:
          return undefined;
      }
    },
  },
  {
    name: 'stock',
    slug: 'stock',
    permission: 'reports.stock.view',
    exportPermission: 'reports.stock.export',
    asks: 'day',
    headings: ['category', 'product', 'variant', 'brand', 'supplier', 'color', 'size', 'branch'],
    strip: ['pieces', 'value', 'price', 'without_cost'],
    worse: ['without_cost'],
    columns: [
      pieces('pieces'),
      money('value', { ...costs, main: true }),
      money('price'),
      { id: 'share', kind: 'percent', notMeasured: true },
      pieces('without_cost', { ...costs, aside: true }),
    ],
    filters: STOCK_FILTERS,
    behind: {
      path: '/reports/stock?by=variant',
      permissions: ['reports.stock.view'],
      filters: same(...STOCK_FILTERS),
      findsNone: true,
      heading: 'variant',
    },
    opens: (row, asked) => (asked.heading === 'variant' ? ledgerOf(row, asked) : undefined),
  },
  {
    name: 'movements',
    slug: 'movements',
    permission: 'reports.movements.view',
    exportPermission: 'reports.movements.export',
    asks: 'period',
    headings: ['product', 'variant', 'category', 'brand', 'supplier', 'color', 'size', 'branch', 'moving'],
    strip: ['at_start', 'purchased', 'net_sold', 'transferred', 'adjusted', 'at_end'],
    columns: [
      pieces('at_start'),
      pieces('purchased'),
      pieces('sold', { notMeasured: true }),
      pieces('returned'),
      pieces('transferred'),
      pieces('adjusted'),
      pieces('undone', { aside: true }),
      pieces('at_end', { main: true }),
      pieces('net_sold', { aside: true }),
      pieces('average_stock', { aside: true, isRate: true }),
      count('turnover', { aside: true, isRate: true }),
      count('days_left', { aside: true, isRate: true }),
      { id: 'sell_through', kind: 'percent', aside: true },
      money('value', { ...costs, aside: true }),
    ],
    filters: MOVEMENT_FILTERS,
    behind: {
      path: '/reports/movements?by=variant',
      permissions: ['reports.movements.view'],
      period: 'period',
      filters: same(...MOVEMENT_FILTERS),
      findsNone: true,
      heading: 'variant',
    },
    opens: (row, asked, days) => (asked.heading === 'variant' ? ledgerOf(row, asked, days) : undefined),
  },
  {
    name: 'stock_age',
    slug: 'stock-age',
    permission: 'reports.stock.view',
    exportPermission: 'reports.stock.export',
    asks: 'now',
    headings: ['category', 'product', 'variant', 'brand', 'supplier', 'color', 'size', 'branch'],
    strip: ['pieces', 'value', 'age', 'over_365'],
    worse: ['age', 'over_365'],
    columns: [
      pieces('pieces', { main: true }),
      money('value', costs),
      count('age', { isRate: true }),
      pieces('d0_30'),
      pieces('d31_90'),
      pieces('d91_180'),
      pieces('d181_365'),
      pieces('over_365'),
    ],
    filters: STOCK_FILTERS,
    behind: {
      path: '/reports/stock-age?by=variant',
      permissions: ['reports.stock.view'],
      filters: same(...STOCK_FILTERS),
      findsNone: true,
      tellsBranches: true,
      heading: 'variant',
    },
    opens: (row, asked) => (asked.heading === 'variant' ? ledgerOf(row, asked) : undefined),
  },
  {
    name: 'deliveries',
    slug: 'deliveries',
    permission: 'reports.stock.view',
    exportPermission: 'reports.stock.export',
    asks: 'period',
    headings: ['supplier', 'purchase_order', 'product', 'variant', 'category', 'brand', 'color', 'size', 'branch', 'day', 'week', 'month'],
    strip: ['received', 'gone', 'rest', 'gone_rate'],
    columns: [pieces('received', { main: true }), pieces('gone'), pieces('rest'), { id: 'gone_rate', kind: 'percent' }],
    filters: STOCK_FILTERS,
    behind: {
      path: '/reports/deliveries?by=purchase_order',
      permissions: ['reports.stock.view', 'purchasing.orders.view'],
      period: 'period',
      filters: same(...STOCK_FILTERS),
      findsNone: true,
      tellsBranches: true,
      heading: 'purchase_order',
    },
    opens: ({ id }, { heading }) => (heading === 'purchase_order' ? `/purchase/orders/${id}` : undefined),
  },
  {
    name: 'low_stock',
    slug: 'low-stock',
    permission: 'reports.low_stock.view',
    exportPermission: 'reports.low_stock.export',
    asks: 'now',
    reorders: true,
    headings: [],
    strip: [],
    columns: [
      { id: 'branch', kind: 'word' },
      { id: 'supplier', kind: 'word' },
      pieces('on_hand'),
      pieces('low_at'),
      pieces('incoming'),
      pieces('sold_lately'),
      count('days_left'),
      pieces('to_order', { main: true }),
    ],
    opens: ({ id }) => product(id.split(':')[0]!),
  },
  {
    name: 'payables',
    slug: 'payables',
    permission: 'reports.purchases.view',
    exportPermission: 'reports.purchases.export',
    needs: ['inventory.costs.view', 'contacts.suppliers.view'],
    asks: 'now',
    headings: [],
    strip: ['not_due', 'd1_30', 'd31_60', 'd61_90', 'over_90', 'credit', 'total'],
    columns: [
      { id: 'last_paid', kind: 'day' },
      money('not_due'),
      money('d1_30', { late: true }),
      money('d31_60', { late: true }),
      money('d61_90', { late: true }),
      money('over_90', { late: true }),
      money('credit'),
      money('total', { main: true }),
    ],
    opens: ({ id }) => `/purchase/suppliers/${id}`,
  },
  {
    name: 'receivables',
    slug: 'receivables',
    permission: 'reports.sales.view',
    exportPermission: 'reports.sales.export',
    needs: ['contacts.customers.view'],
    asks: 'now',
    headings: [],
    strip: ['d0_30', 'd31_60', 'd61_90', 'over_90', 'credit', 'total'],
    columns: [
      { id: 'last_sold', kind: 'day' },
      money('d0_30'),
      money('d31_60'),
      money('d61_90'),
      money('over_90'),
      money('credit'),
      money('total', { main: true }),
    ],
    opens: ({ id }) => `/accounting/customers/${id}`,
  },
  {
    name: 'purchases',
    slug: 'purchases',
    permission: 'reports.purchases.view',
    exportPermission: 'reports.purchases.export',
    needs: ['inventory.costs.view'],
    asks: 'period',
    headings: ['supplier', 'branch', 'day', 'week', 'month'],
    strip: ['total', 'paid', 'remaining', 'orders'],
    columns: [
      count('orders'),
      pieces('pieces'),
      pieces('received'),
      money('total', { main: true }),
      money('charges', { aside: true }),
      money('tax', { aside: true }),
      money('paid'),
      money('remaining'),
    ],
    filters: ['supplier', 'branch'],
    behind: {
      path: '/purchase?status=pending&status=completed',
      permissions: ['purchasing.orders.view'],
      period: 'ordered',
      filters: same('supplier', 'branch'),
    },
  },
  {
    name: 'expenses',
    slug: 'expenses',
    permission: 'reports.expenses.view',
    exportPermission: 'reports.expenses.export',
    asks: 'period',
    headings: ['expense_category', 'branch', 'supplier', 'tax_rate', 'day', 'week', 'month'],
    strip: ['amount', 'tax', 'paid', 'remaining'],
    worse: ['amount', 'remaining'],
    columns: [count('count'), money('amount', { main: true }), money('tax'), money('paid'), money('remaining')],
    filters: ['expense_category', 'supplier', 'branch', 'tax_rate'],
    behind: {
      path: '/accounting/expenses',
      permissions: ['accounting.expenses.view'],
      period: 'spent',
      filters: { expense_category: 'category', supplier: 'supplier', branch: 'branch', tax_rate: 'tax' },
    },
  },
  {
    name: 'cash_flow',
    slug: 'cash-flow',
    permission: 'reports.profit_and_loss.view',
    exportPermission: 'reports.profit_and_loss.export',
    needs: ['inventory.costs.view'],
    asks: 'period',
    headings: ['day', 'week', 'month', 'payment_method', 'kind', 'branch'],
    strip: ['taken', 'given_back', 'to_suppliers', 'from_suppliers', 'for_expenses', 'left_over'],
    worse: ['given_back', 'to_suppliers', 'for_expenses'],
    columns: [
      count('payments', { aside: true }),
      money('taken'),
      money('given_back'),
      money('corrected', { aside: true }),
      money('to_suppliers'),
      money('from_suppliers'),
      money('for_expenses'),
      money('left_over', { main: true }),
    ],
    filters: ['payment_method', 'kind', 'branch'],
    behind: {
      path: '/reports/cash-flow/payments',
      of: {
        payments: {
          path: '/reports/cash-flow/payments?kind=taken&kind=given_back&kind=to_suppliers&kind=from_suppliers&kind=for_expenses',
        },
        taken: { path: '/reports/cash-flow/payments?kind=taken' },
        given_back: { path: '/reports/cash-flow/payments?kind=given_back' },
        corrected: { path: '/reports/cash-flow/payments?kind=corrected' },
        to_suppliers: { path: '/reports/cash-flow/payments?kind=to_suppliers' },
        from_suppliers: { path: '/reports/cash-flow/payments?kind=from_suppliers' },
        for_expenses: { path: '/reports/cash-flow/payments?kind=for_expenses' },
      },
      permissions: PAYMENT_PERMISSIONS,
      period: 'paid',
      filters: same('payment_method', 'kind', 'branch'),
    },
  },
  {
    name: 'methods',
    slug: 'methods',
    permission: 'reports.sales.view',
    exportPermission: 'reports.sales.export',
    asks: 'period',
    headings: ['payment_method', 'day', 'week', 'month', 'branch'],
    strip: ['taken', 'given_back', 'net_payments', 'fees', 'after_fees', 'payments'],
    worse: ['given_back', 'fees'],
    columns: [
      count('payments'),
      money('taken'),
      money('given_back'),
      money('corrected'),
      money('net_payments', { main: true }),
      money('fees'),
      money('after_fees'),
    ],
    filters: ['payment_method', 'branch'],
    behind: {
      path: '/reports/methods/payments',
      of: {
        payments: { path: '/reports/methods/payments?kind=taken&kind=given_back' },
        taken: { path: '/reports/methods/payments?kind=taken' },
        given_back: { path: '/reports/methods/payments?kind=given_back' },
        corrected: { path: '/reports/methods/payments?kind=corrected' },
      },
      permissions: ['accounting.sales.view'],
      period: 'paid',
      filters: same('payment_method', 'branch'),
    },
  },
  {
    name: 'cashiers',
    slug: 'cashiers',
    permission: 'reports.sales.view',
    exportPermission: 'reports.sales.export',
    asks: 'period',
    headings: ['salesperson', 'branch', 'day', 'week', 'month'],
    strip: ['net', 'discount', 'returns', 'voided', 'drawer'],
    worse: ['discounted', 'discount', 'discount_rate', 'returns', 'voided', 'voided_total'],
    columns: [
      count('invoices'),
      money('net', { main: true }),
      money('average', { aside: true, isRate: true }),
      count('discounted', { aside: true }),
      money('discount'),
      { id: 'discount_rate', kind: 'percent' },
      money('returns'),
      count('voided'),
      money('voided_total', { aside: true }),
      count('shifts', { ...drawers, aside: true }),
      money('drawer', drawers),
      money('short', { ...drawers, aside: true }),
    ],
    filters: ['salesperson', 'branch'],
    behind: {
      path: '/accounting/sales?status=completed',
      of: {
        returns: { path: '/accounting/sales?status=completed&type=return&type=exchange' },
        voided: { path: '/accounting/sales?status=voided' },
        voided_total: { path: '/accounting/sales?status=voided' },
        shifts: CLOSED_SHIFTS,
        drawer: CLOSED_SHIFTS,
        short: CLOSED_SHIFTS,
      },
      permissions: ['accounting.sales.view'],
      period: 'sold',
      filters: same('salesperson', 'branch'),
    },
  },
];
