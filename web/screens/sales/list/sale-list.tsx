import { Eye, HandCoins, Printer, Receipt, Send, Undo2, Upload } from 'lucide-react';
import type { Args } from '@/db/calls.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { allSales, saleDetail, salePage, saleTotals, wholeSale, type SaleRow } from '@/db/sales.ts';
import { queryClient } from '@/db/query.ts';
import { findShifts, shiftsOf } from '@/db/shifts.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState, type List } from '@/list/use-list-state.ts';
import type { SavedView } from '@/list/view-tabs.tsx';
import { NoBranch } from '@/parts/no-branch.tsx';
import { usePaper } from '@/parts/document/use-paper.ts';
import { salePaper } from '@/parts/sale/paper.ts';
import { Button } from '@/ui/button.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { mayPay, mayReturn } from '../view/actions.ts';
import { useSaleColumns } from '@/parts/lists/sale-columns.tsx';
import { HeldList } from './held-list.tsx';

const RULES: ListRules = {
  sort: { by: 'sold_at', descending: true },
  sortable: ['sold_at', 'number', 'total', 'remaining'],
  filters: ['type', 'status', 'payment', 'branch', 'customer', 'salesperson', 'method', 'shift', 'sold'],
};

const viewOf = ({ id }: SaleRow) => `/inventory/sales/view/${id}`;

export function Component() {
  const { t } = useTranslation();
  return useMe().branches.length === 0 ? (
    <NoBranch page={t('sales.title')} title={t('sales.chooseBranch')} reason={t('sales.noBranch')} />
  ) : (
    <Sales />
  );
}

function useQuestion({ search, filters }: ListState): Args<'sale_totals'> {
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(filters[name] ?? [])];
  return {
    words: search,
    types: chosen('type'),
    statuses: chosen('status'),
    payment_statuses: chosen('payment'),
    at_branch_ids: filters.branch ? chosen('branch') : branchIds,
    customer_ids: chosen('customer'),
    salesperson_ids: chosen('salesperson'),
    payment_method_ids: chosen('method'),
    shift_ids: chosen('shift'),
    sold: filters.sold?.[0],
  };
}

/** The list of sales; held sales have their own list in its tabs. */
function Sales() {
  const { t } = useTranslation();
  const sells = useCan()('accounting.sales.create');
  const list = useListState(RULES);
  const filters = useSaleFilters();
  const views: SavedView[] = [
    { name: t('sales.view.returns'), query: 'type=return&type=exchange' },
    { name: t('sales.view.unpaid'), query: 'payment=due&payment=partially_paid' },
    { name: t('sales.view.opening'), query: 'status=opening' },
    { name: t('sales.view.voided'), query: 'status=voided' },
    ...(sells ? [{ name: t('sales.view.held'), query: 'status=held' }] : []),
  ];
  return sells && list.state.filters.status?.[0] === 'held' ? (
    <HeldList list={list} views={views} filters={filters} />
  ) : (
    <SaleTable list={list} views={views} filters={filters} />
  );
}

function SaleTable({ list, views, filters }: { list: List; views: readonly SavedView[]; filters: Filter[] }) {
  const { t } = useTranslation();
  const can = useCan();
  const text = useCountText();
  const question = useQuestion(list.state);
  const { result, totals } = useSummedRows(list, question, salePage, saleTotals);
  const columns = useSaleColumns(result.rows ?? []);

  const { branches, business } = useMe();
  const worksAnywhere = branches.some(({ access }) => access === 'work');
  const { print } = usePaper(async (id: string) => salePaper(t, business, await queryClient.fetchQuery(wholeSale(id)), 'receipt'));
  const { send } = usePaper(async (id: string) => salePaper(t, business, await queryClient.fetchQuery(wholeSale(id)), 'invoice'));
  const rowMenu = (sale: SaleRow): MenuEntry[] => {
    const [paying, returning] = [mayPay({ sale }, { can, worksAnywhere }), mayReturn({ sale }, { can, worksAnywhere })];
    const reasonOf = (availability: typeof paying) =>
      availability === 'branch_view_only' ? t(`errors.${availability}`, { branch: nameIn(sale, 'branch') }) : undefined;
    return [
      { label: t('sales.action.open'), icon: Eye, href: viewOf(sale) },
      ...(paying === 'hidden'
        ? []
        : [{ label: t('sales.action.pay'), icon: HandCoins, href: `${viewOf(sale)}?do=pay`, reason: reasonOf(paying) }]),
      ...(returning === 'hidden'
        ? []
        : [
            {
              label: t('sales.action.return'),
              icon: Undo2,
              href: `/accounting/sales/add?return=${sale.id}`,
              reason: reasonOf(returning),
            },
          ]),
      ...(sale.type === 'opening'
        ? []
        : [
            { label: t('sales.action.receipt'), icon: Printer, onSelect: () => void print(sale.id) },
            { label: t('sales.action.sendInvoice'), icon: Send, onSelect: () => void send(sale.id) },
          ]),
    ];
  };
  const importButton = can('accounting.sales.import') && (
    <Button icon={Upload} href="/accounting/sales/import">
      {t('kit.import')}
    </Button>
  );
  const summary = () => {
    if (!totals) return undefined;
    const { completed: count, discount, tax, total, returned, remaining, margin } = totals;
    const words = {
      count,
      shown: text.capped(count),
      currency: currencyWord(),
      discount: formatMoney(discount),
      tax: formatMoney(tax),
      total: formatMoney(total),
      remaining: formatMoney(remaining),
    };
    const openings = question.statuses?.length && !question.statuses.includes('opening') ? 0 : totals.by_status.opening;
    const voided = totals.count - count - openings;
    return [
      count === 0 && openings > 0
        ? t('account.opening.summary', { ...words, count: openings, shown: text.capped(openings) })
        : margin === null
          ? t('sales.summary', words)
          : t('sales.summaryMargin', { ...words, margin: formatMoney(margin) }),
      ...(compare(returned, 0) === 0 ? [] : [t('sales.summaryReturned', { amount: formatMoney(returned) })]),
      ...(count > 0 && openings > 0 ? [t('sales.summaryOpening', { shown: text.capped(openings) })] : []),
      ...(voided > 0 ? [t('sales.summaryVoided', { shown: text.capped(voided) })] : []),
    ].join(' · ');
  };
  return (
    <ListPage<SaleRow>
      name="sales"
      title={t('sales.title')}
      summary={summary()}
      list={list}
      result={result}
      loadErrorTitle={t('sales.loadListFailed')}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={viewOf}
      rowMenu={rowMenu}
      onRowHover={(row) => void queryClient.prefetchQuery(saleDetail(row.id))}
      filters={filters}
      views={views.map((view) => {
        const counted = (['opening', 'voided'] as const).find((status) => view.query === `status=${status}`);
        return counted ? { ...view, count: totals?.by_status[counted] } : view;
      })}
      add={can('accounting.sales.create') ? { label: t('sales.action.new'), href: '/accounting/sales/add' } : undefined}
      searchHint={t('sales.search')}
      actions={importButton}
      exported={can('accounting.sales.export') ? { name: t('sales.title'), rows: (signal) => allSales(question, signal) } : undefined}
      empty={{ icon: Receipt, title: t('sales.empty.title'), text: t('sales.empty.text'), actions: importButton }}
    />
  );
}

const choice = ({ id, number }: { id: string; number: string }) => ({ value: id, label: number });

function useSaleFilters(): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  return [
    periodFilter('sold', t('sales.col.day')),
    {
      name: 'type',
      label: t('sales.type.label'),
      options: choices(['sale', 'return', 'exchange', 'opening'], (value) => t(`sales.type.${value}`)),
    },
    {
      name: 'status',
      label: t('sales.col.status'),
      options: choices(['completed', 'opening', 'voided'], (value) => t(`sales.status.${value}`)),
    },
    {
      name: 'payment',
      label: t('sales.col.payment'),
      options: choices(['due', 'partially_paid', 'paid'], (value) => t(`payments.status.${value}`)),
    },
    refFilter('payment_methods', 'method', t('payments.method')),
    branchFilter(t('sales.col.branch'), branches),
    ...(can('contacts.customers.view') ? [refFilter('customers', 'customer', t('sales.col.customer'))] : []),
    refFilter('profiles', 'salesperson', t('sales.col.salesperson')),
    ...(can('attendance.shifts.view') && can('attendance.shifts.view_expected')
      ? [
          {
            name: 'shift',
            label: t('sales.col.shift'),
            search: async (words: string) => (await findShifts(words)).map(choice),
            loadLabels: async (ids: readonly string[]) => (await shiftsOf(ids)).map(choice),
          },
        ]
      : []),
  ];
}
