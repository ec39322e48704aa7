import { useQuery } from '@tanstack/react-query';
import { Eye, Receipt } from 'lucide-react';
import type { Args } from '@/db/calls.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { allSales, saleDetail, salePage, saleTotals, type SaleRow } from '@/db/sales.ts';
import { queryClient } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { choices } from '@/kit/choices.ts';
import type { Filter } from '@/kit/column.ts';
import { ListPage } from '@/kit/list-page.tsx';
import type { ListRules, ListState } from '@/kit/list-state.ts';
import { periodFilter } from '@/kit/period-filter.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { useCountText } from '@/kit/use-count-text.ts';
import { useListRows } from '@/kit/use-list-rows.ts';
import { useListState } from '@/kit/use-list-state.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { NoBranch } from '@/parts/no-branch.tsx';
import { useSaleColumns } from './columns.tsx';

const RULES: ListRules = {
  sort: { by: 'sold_at', descending: true },
  sortable: ['sold_at', 'number', 'total', 'remaining'],
  filters: ['type', 'status', 'payment', 'branch', 'customer', 'seller', 'method', 'sold'],
};

const viewOf = ({ id }: SaleRow) => `/inventory/sales/view/${id}`;

export function Component() {
  const { t } = useTranslation();
  return useMe().branches.length === 0 ? <NoBranch page={t('sales.title')} title={t('sales.chooseBranch')} why={t('sales.noBranch')} /> : <Sales />;
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
    salesman_ids: chosen('seller'),
    payment_method_ids: chosen('method'),
    sold: filters.sold?.[0],
  };
}

function Sales() {
  const { t } = useTranslation();
  const can = useCan();
  const text = useCountText();
  const list = useListState(RULES);
  const { state } = list;
  const question = useQuestion(state);
  const ordered = { ...question, sort: state.sort.by, descending: state.sort.descending };
  const asked = saleTotals(question);
  const totals = useQuery(asked).data;
  const result = useListRows(state, (page) => salePage(ordered, page, state.size), { ...asked, select: ({ count }) => count });
  const columns = useSaleColumns(result.rows ?? []);
  const filters = useSaleFilters();

  const summary = () => {
    if (!totals) return undefined;
    const { count, discount, tax, total, remaining, margin } = totals;
    const words = { count, shown: text.capped(count), currency: currencyWord(), discount: formatMoney(discount), tax: formatMoney(tax), total: formatMoney(total), remaining: formatMoney(remaining) };
    return margin === null ? t('sales.summary', words) : t('sales.summaryMargin', { ...words, margin: formatMoney(margin) });
  };
  return (
    <ListPage<SaleRow>
      name="sales"
      title={t('sales.title')}
      summary={summary()}
      list={list}
      result={result}
      failed={t('sales.loadListFailed')}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={viewOf}
      rowMenu={(row) => [{ label: t('sales.action.open'), icon: Eye, href: viewOf(row) }]}
      onPoint={(row) => void queryClient.prefetchQuery(saleDetail(row.id))}
      filters={filters}
      views={[
        { name: t('sales.view.returns'), query: 'type=return&type=exchange' },
        { name: t('sales.view.unpaid'), query: 'payment=due&payment=partially_paid' },
        { name: t('sales.view.voided'), query: 'status=voided', count: totals?.by_status.voided },
      ]}
      searchHint={t('sales.search')}
      exported={can('accounting.sales.export') ? { name: t('sales.title'), rows: (signal) => allSales(question, signal) } : undefined}
      empty={{ icon: Receipt, title: t('sales.empty.title'), text: t('sales.empty.text') }}
    />
  );
}

function useSaleFilters(): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  return [
    periodFilter('sold', t('sales.col.day')),
    { name: 'type', label: t('sales.type.label'), options: choices(['sale', 'return', 'exchange'], (value) => t(`sales.type.${value}`)) },
    { name: 'status', label: t('sales.col.status'), options: choices(['completed', 'voided'], (value) => t(`sales.status.${value}`)) },
    { name: 'payment', label: t('sales.col.payment'), options: choices(['due', 'partially_paid', 'paid'], (value) => t(`payments.status.${value}`)) },
    refFilter('payment_methods', 'method', t('payments.method')),
    { name: 'branch', label: t('sales.col.branch'), options: branches.map((branch) => ({ value: branch.id, label: nameOf(branch) })) },
    ...(can('contacts.customers.view') ? [refFilter('customers', 'customer', t('sales.col.customer'))] : []),
    refFilter('profiles', 'seller', t('sales.col.seller')),
  ];
}
