import { useMemo } from 'react';
import { useBranch, useCan } from '@/db/me.ts';
import type { ReportQuestion } from '@/db/reports.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import type { ListRules } from '@/list/list-state.ts';
import { useListState, type List } from '@/list/use-list-state.ts';
import { WITHOUT } from '@/kit/without.ts';
import type { Heading, Report, ReportQuery } from './reports.ts';

const DEFAULT_PERIOD = 'this_month';

/** The chosen keys of headings as the database takes them. */
export const askedFilters = (filters: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values.map((value) => (value === WITHOUT ? '' : value))]));

/** What makes up a report besides its filters: clearing them keeps it. */
const SHAPE = ['by', 'columns', 'measure', 'period', 'compare', 'day'];

/** What a heading shows requires its permission. */
const permissionOf: Partial<Record<Heading, PermissionName>> = {
  customer: 'contacts.customers.view',
  supplier: 'contacts.suppliers.view',
  purchase_order: 'purchasing.orders.view',
};

/** Whether the report is compared with another period. */
export const isComparable = ({ filters, asks }: Report): boolean => filters !== undefined && asks === 'period';

interface AskedReport {
  /** Its state has everything that is asked, so that a saved view or a link repeats it: rows, columns and measure are by, columns and
      measure among its filters. */
  list: List;
  question: ReportQuestion;
  asked: ReportQuery;
  /** Those of the report that the user may see. */
  headings: readonly Heading[];
}

/** The report that the address asks for. */
export function useReport(report: Report): AskedReport {
  const rules = useMemo<ListRules>(
    () => ({
      sort: { by: '', descending: true },
      sortable: ['before', 'change', ...report.columns.map(({ id }) => id)],
      filters: [
        ...(report.asks === 'period' ? ['period'] : report.asks === 'day' ? ['day'] : []),
        ...(report.headings.length > 1 ? ['by'] : []),
        'branch',
        ...(report.filters ? ['columns', 'measure', ...report.filters] : []),
        ...(isComparable(report) ? ['compare'] : []),
      ],
    }),
    [report],
  );
  const found = useListState(rules);
  const list: List = {
    ...found,
    narrowed: Object.keys(found.state.filters).some((name) => !SHAPE.includes(name)),
    change: (requested) =>
      found.change(
        'clearFilters' in requested
          ? { view: { filters: Object.fromEntries(Object.entries(found.state.filters).filter(([name]) => SHAPE.includes(name))) } }
          : requested,
      ),
  };
  const { branchIds } = useBranch();
  const can = useCan();
  const headings = report.headings.filter((heading) => can(permissionOf[heading] ?? report.permission));
  const { period: periods, day, by, columns: columnsBy, measure: measures, compare, ...filters } = list.state.filters;
  const headingOf = (values: readonly string[] | undefined): Heading | undefined => headings.find((one) => one === values?.[0]);
  const heading = headingOf(by) ?? headings[0];
  const columns = headingOf(columnsBy) === heading ? undefined : headingOf(columnsBy);
  const seen = report.columns.filter(({ needs }) => !needs || can(needs));
  // Users who may not see the main measure see the first amount instead.
  const measure =
    seen.find(({ id, notMeasured }) => id === measures?.[0] && !notMeasured)?.id ??
    (seen.some(({ main }) => main) ? undefined : seen.find(({ kind }) => kind === 'money')?.id);
  const period = periods?.[0] ?? DEFAULT_PERIOD;
  const { branch, ...keys } = filters;
  const question: ReportQuestion = {
    at_branch_ids: [...(branch ?? branchIds)],
    ...(report.asks === 'period' && { period }),
    ...(report.asks === 'day' && day && { on_day: day[0] }),
    ...(heading && { group_by: heading }),
    ...(columns && { columns_by: columns }),
    ...(measure && { measure }),
    ...(compare && { compare: compare[0] }),
    ...(Object.keys(keys).length > 0 && { filters: askedFilters(keys) }),
  };
  return { list, question, asked: { period, day: day?.[0], heading, columns, measure, filters }, headings };
}
