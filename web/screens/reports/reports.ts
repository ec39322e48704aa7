// Each report: its question, its groupings, its figures and columns. Declarations only, drawn by report-page.tsx.
import type { ReportName, ReportRow } from '@/db/reports.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';

type ColumnName = PlainKeyBelow<'reports.col'>;
/** What reports are filtered by: their headings, and two that a sale has several of. */
export type FilterName = PlainKeyBelow<'reports.by'>;
export type Heading = Exclude<FilterName, 'below_category' | 'payment_method'>;
export type Kind = 'count' | 'pieces' | 'money' | 'percent' | 'change' | 'day' | 'word';

export interface ReportColumn {
  id: ColumnName;
  kind: Kind;
  /** The main figure: emphasised, and at the end of a card on a phone. */
  main?: boolean;
  /** Shown only to users who may view costs. */
  costs?: true;
  /** Not printed, and hidden in the list by default. */
  aside?: boolean;
  late?: true;
}

/** The names of the rows behind a report in the address of their list. */
interface RowsBehind {
  /** The path, with a query where only some of its rows count. */
  path: string;
  permission: PermissionName;
  period: string;
  /** The filters of the list, by the headings of the report. */
  filters: Partial<Record<FilterName, string>>;
}

export interface ReportQuery {
  period: string;
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
  /** Its rows and columns are any of its headings, filtered by them and compared with any period (private.report_figures). */
  behind?: RowsBehind;
  /** The path of the rows behind a row of another report. */
  opens?: (row: ReportRow, asked: ReportQuery) => string | undefined;
}

const money = (id: ColumnName, more: Partial<ReportColumn> = {}): ReportColumn => ({ id, kind: 'money', ...more });
const pieces = (id: ColumnName, more: Partial<ReportColumn> = {}): ReportColumn => ({ id, kind: 'pieces', ...more });
const count = (id: ColumnName, more: Partial<ReportColumn> = {}): ReportColumn => ({ id, kind: 'count', ...more });
const change: ReportColumn = { id: 'change', kind: 'change' };
const product = (id: string) => `/inventory/products/edit/${id}`;

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
      'product',
      'variant',
      'color',
      'size',
      'category',
      'brand',
      'supplier',
      'customer',
      'salesperson',
      'branch',
      'discount_reason',
      'goods',
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
      money('goods_cost', { costs: true, aside: true }),
      money('margin', { costs: true }),
      { id: 'margin_rate', kind: 'percent', costs: true },
      pieces('without_cost', { costs: true, aside: true }),
      money('average', { aside: true }),
    ],
    behind: {
      path: '/reports/sales/lines',
      permission: 'accounting.sales.view',
      period: 'sold',
      filters: {
        weekday: 'weekday',
        hour: 'hour',
        product: 'product',
        variant: 'variant',
        color: 'color',
        size: 'size',
        category: 'category',
        below_category: 'below_category',
        brand: 'brand',
        supplier: 'supplier',
        customer: 'customer',
        salesperson: 'salesperson',
        branch: 'branch',
        discount_reason: 'discount_reason',
        goods: 'goods',
        payment_method: 'payment_method',
      },
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
    opens: ({ kind, id }, { period }) => {
      const category = id.split(':')[1];
      switch (kind) {
        case 'sales':
        case 'net_sales':
        case 'rounding':
          return `/accounting/sales?sold=${period}`;
        case 'returns':
        case 'damaged':
          return `/accounting/sales?sold=${period}&type=return&type=exchange`;
        case 'cost':
        case 'gross_profit':
          return `/reports/sales?period=${period}&by=product`;
        case 'counted':
          return `/inventory/counts?status=posted`;
        case 'adjusted':
          return `/inventory/stock/movements?kind=adjustment&days=${period}`;
        case 'drawers':
          return `/attendance/shifts?opened=${period}`;
        case 'expense':
          return `/accounting/expenses?spent=${period}${category ? `&category=${category}` : ''}`;
        case 'expenses':
          return `/accounting/expenses?spent=${period}`;
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
    headings: ['category', 'product', 'brand', 'branch'],
    strip: ['pieces', 'value', 'price', 'without_cost'],
    columns: [
      pieces('pieces'),
      money('value', { costs: true, main: true }),
      money('price'),
      { id: 'share', kind: 'percent' },
      pieces('without_cost', { costs: true, aside: true }),
    ],
    opens: ({ id }, { heading }) => {
      if (heading === 'product') return product(id);
      return id && (heading === 'category' || heading === 'brand') ? `/inventory/stock?${heading}=${id}` : undefined;
    },
  },
  {
    name: 'movements',
    slug: 'movements',
    permission: 'reports.movements.view',
    exportPermission: 'reports.movements.export',
    asks: 'period',
    headings: ['product', 'category', 'branch'],
    strip: ['at_start', 'purchased', 'sold', 'returned', 'adjusted', 'at_end'],
    columns: [
      pieces('at_start'),
      pieces('purchased'),
      pieces('sold'),
      pieces('returned'),
      pieces('transferred'),
      pieces('adjusted'),
      pieces('undone', { aside: true }),
      pieces('at_end', { main: true }),
    ],
    opens: ({ id }, { heading }) => (heading === 'product' ? product(id) : undefined),
  },
  {
    name: 'low_stock',
    slug: 'low-stock',
    permission: 'reports.low_stock.view',
    exportPermission: 'reports.low_stock.export',
    asks: 'now',
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
    strip: ['not_due', 'd1_30', 'd31_60', 'd61_90', 'over_90', 'total'],
    columns: [
      { id: 'last_paid', kind: 'day' },
      money('not_due'),
      money('d1_30', { late: true }),
      money('d31_60', { late: true }),
      money('d61_90', { late: true }),
      money('over_90', { late: true }),
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
    columns: [count('orders'), pieces('pieces'), pieces('received'), money('total', { main: true }), money('paid'), money('remaining')],
    behind: {
      path: '/purchase?status=pending&status=completed',
      permission: 'purchasing.orders.view',
      period: 'ordered',
      filters: { supplier: 'supplier', branch: 'branch' },
    },
  },
  {
    name: 'expenses',
    slug: 'expenses',
    permission: 'reports.expenses.view',
    exportPermission: 'reports.expenses.export',
    asks: 'period',
    headings: ['expense_category', 'branch', 'supplier', 'day', 'week', 'month'],
    strip: ['amount', 'tax', 'paid', 'remaining'],
    worse: ['amount', 'remaining'],
    columns: [count('count'), money('amount', { main: true }), money('tax'), money('paid'), money('remaining')],
    behind: {
      path: '/accounting/expenses',
      permission: 'accounting.expenses.view',
      period: 'spent',
      filters: { expense_category: 'category', supplier: 'supplier', branch: 'branch' },
    },
  },
];
