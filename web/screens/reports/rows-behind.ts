import type { ReportAnswer, ReportRow } from '@/db/reports.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { addDays } from '@/lib/dates.ts';
import { WITHOUT } from '@/kit/without.ts';
import type { FilterName, Heading, Report, ReportQuery, RowsBehind } from './reports.ts';

const lastOfMonth = (day: string) => addDays(`${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1);

/** The last day of the day, week or month that begins on a day. */
export const lastDayOf: Partial<Record<Heading, (first: string) => string>> = {
  day: (first) => first,
  week: (first) => addDays(first, 6),
  month: lastOfMonth,
};

/** The days of a report as the filter of a list: those of its answer, since a word such as today may mean another day for a single
    branch, or later. */
export const daysOf = ({ period }: Pick<ReportQuery, 'period'>, { from, to }: Pick<ReportAnswer, 'from' | 'to'>): string =>
  from || to ? `${from ?? ''}..${to ?? ''}` : period;

/** The permissions of the pages that rows open, by the beginning of their addresses, the longer ones first. */
const PAGES: readonly (readonly [path: string, permission: PermissionName])[] = [
  ['/accounting/customers/', 'accounting.sales.view'],
  ['/accounting/expenses', 'accounting.expenses.view'],
  ['/accounting/sales', 'accounting.sales.view'],
  ['/inventory/counts', 'inventory.counts.view'],
  ['/inventory/products/', 'inventory.products.view'],
  ['/inventory/stock/', 'inventory.stock.view'],
  ['/purchase/returns', 'purchasing.returns.view'],
  ['/purchase', 'purchasing.orders.view'],
  ['/reports/profit-and-loss/', 'reports.profit_and_loss.view'],
  ['/reports/sales/lines', 'accounting.sales.view'],
  ['/reports/sales', 'reports.sales.view'],
  ['/reports/shifts', 'attendance.shifts.view'],
];

/** The address that a row opens, if the user may view its page. */
export function openedBy(
  { opens }: Report,
  row: ReportRow,
  asked: ReportQuery,
  answer: Pick<ReportAnswer, 'from' | 'to'>,
  can: (permission: PermissionName) => boolean,
): string | undefined {
  const address = opens?.(row, asked, daysOf(asked, answer));
  const page = PAGES.find(([path]) => address?.startsWith(path));
  return page && can(page[1]) ? address : undefined;
}

/** Where the rows behind the asked measure are. */
export const behindOf = ({ behind }: Report, { measure }: Pick<ReportQuery, 'measure'>): RowsBehind | undefined =>
  behind && { ...behind, ...(measure && behind.of?.[measure]) };

/** The address of the rows behind a figure: those of the report, under the keys of its row, column or both. Undefined where their list
    has no such filter, and where the report lists them itself. */
export function rowsBehind(
  report: Report,
  asked: ReportQuery,
  { from, to }: Pick<ReportAnswer, 'from' | 'to'>,
  keys: Partial<Record<Heading, string>> = {},
): string | undefined {
  const { day, filters = {} } = asked;
  const behind = behindOf(report, asked);
  if (!behind || (behind.heading && behind.heading === asked.heading)) return undefined;
  const isByBranch = asked.heading === 'branch' || asked.columns === 'branch';
  if (behind.tellsBranches && isByBranch && !keys.branch) return undefined;
  const [path = '', query = ''] = behind.path.split('?');
  const fixed = new URLSearchParams(query);
  const params = new URLSearchParams(query);
  const narrowed = new Set<string>();
  let days: { from: string; to: string } | null = null;
  const add = (name: FilterName, key: string): boolean => {
    const filter = behind.filters[name];
    if (!filter || (key === WITHOUT && !behind.findsNone)) return false;
    // The measure has only rows of some kinds, of which this must be one.
    if (fixed.has(filter)) {
      if (!fixed.getAll(filter).includes(key)) return false;
      if (!narrowed.has(filter)) params.delete(filter);
      narrowed.add(filter);
    }
    params.append(filter, key);
    return true;
  };
  for (const [name, values] of Object.entries(filters))
    if (!(name in keys) && !values.every((value) => add(name as FilterName, value))) return undefined;
  for (const [heading, key] of Object.entries(keys) as [Heading, string][]) {
    const last = lastDayOf[heading]?.(key);
    if (last === undefined) {
      if (!add(heading, key || WITHOUT)) return undefined;
      continue;
    }
    const starts: string = [key, from, days?.from].filter(Boolean).sort().at(-1) ?? key;
    const ends: string = [last, to, days?.to].filter(Boolean).sort()[0] ?? last;
    days = { from: starts, to: ends };
  }
  if (day) params.append('day', day);
  if (behind.period) params.append(behind.period, days ? `${days.from}..${days.to}` : daysOf(asked, { from, to }));
  return `${path}?${params.toString()}`;
}
