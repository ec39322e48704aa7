import { Ban, Download, Eye, Undo2 } from 'lucide-react';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { allReturns, returnDetail, returnPage, returnReasons, returnTotals, type ReturnRow } from '@/db/purchase-returns.ts';
import { queryClient } from '@/db/query.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatShort } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { choices } from '@/list/choices.ts';
import type { Column, Filter } from '@/list/column.ts';
import { codeColumn, countColumn, dayColumn, hiddenAtFirst, momentColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { moneyColumn } from '@/list/money-column.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { usePaper } from '@/parts/document/use-paper.ts';
import { placeName } from '@/parts/place-name.ts';
import { Quantity } from '@/ui/figure.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { ReturnStatus } from '../statuses.tsx';
import { returnPaper } from '../view/paper.ts';

const RULES: ListRules = {
  sort: { by: 'created_at', descending: true },
  sortable: ['number', 'created_at', 'total', 'remaining'],
  filters: ['status', 'credit', 'branch', 'supplier', 'reason', 'returned'],
};
const money = ['total', 'remaining'];

const viewOf = ({ id }: Pick<ReturnRow, 'id'>) => `/purchase/returns/${id}`;

/** Filters and sorts by amounts are dropped for users who may not see them. */
function useQuestion(state: ListState) {
  const seesCosts = useCan()('inventory.costs.view');
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(state.filters[name] ?? [])];
  return {
    question: {
      words: state.search,
      statuses: chosen('status'),
      credits: seesCosts ? chosen('credit') : [],
      supplier_ids: chosen('supplier'),
      reasons: chosen('reason'),
      at_branch_ids: chosen('branch').length ? chosen('branch') : branchIds,
      returned: chosen('returned')[0],
    },
    state: { ...state, sort: !seesCosts && money.includes(state.sort.by) ? RULES.sort : state.sort },
  };
}

/** Also of the accountant’s bundle. */
export function useReturnColumns(rows: readonly ReturnRow[]): Column<ReturnRow>[] {
  const { t } = useTranslation();
  const seesCosts = useCan()('inventory.costs.view');
  const currency = currencyWord();
  const amount = (id: 'total' | 'remaining', more: Partial<Column<ReturnRow>>) =>
    moneyColumn<ReturnRow>(id, t(`purchaseReturns.col.${id}`, { currency }), (row) => (row.status === 'voided' ? null : row[id]), {
      nil: id !== 'total',
      width: '124px',
      sort: id,
      ...more,
    });
  return [
    numberColumn(rows, t('purchases.col.number'), '/purchase/returns/', (row) => ({
      beside: formatShort(row.business_day),
      below: [nameIn(row, 'branch'), t(`purchaseReturns.reason.${row.reason}`)],
    })),
    textColumn('supplier', t('purchases.col.supplier'), (row) => nameIn(row, 'supplier'), { pinned: true, card: 'title', minWidth: 170 }),
    statusColumn(
      'status',
      t('purchases.col.status'),
      (row) => <ReturnStatus status={row.status} />,
      (row) => t(`purchaseReturns.status.${row.status}`),
      { width: '128px' },
    ),
    dayColumn('business_day', t('purchaseReturns.col.day'), (row) => row.business_day, { card: 'none' }),
    textColumn('reason', t('purchaseReturns.form.reason'), (row) => t(`purchaseReturns.reason.${row.reason}`), {
      width: '150px',
      card: 'none',
    }),
    codeColumn('reference', t('purchaseReturns.form.reference'), (row) => row.reference, hiddenAtFirst),
    countColumn<ReturnRow>('pieces', t('purchases.col.pieces'), (row) => row.pieces, {
      width: '84px',
      card: 'none',
      footer: (rows) => <Quantity value={sum(rows.map((row) => row.pieces ?? 0))} />,
    }),
    ...(seesCosts ? [amount('total', { card: 'end' }), amount('remaining', { card: 'figure' })] : []),
    textColumn('place', t('purchaseReturns.form.branch'), (row) => placeName(t, row), { width: '150px', card: 'none' }),
    momentColumn('created', t('purchases.col.createdAt'), (row) => row.created_at, { sort: 'created_at', ...hiddenAtFirst }),
    textColumn('createdBy', t('transfers.col.createdBy'), (row) => nameOf(row.created_by) || '–', hiddenAtFirst),
  ];
}

function useFilters(): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  return [
    {
      name: 'status',
      label: t('purchases.col.status'),
      options: choices(['returned', 'voided'], (value) => t(`purchaseReturns.status.${value}`)),
    },
    ...(can('inventory.costs.view')
      ? [
          {
            name: 'credit',
            label: t('purchaseReturns.credit.label'),
            options: choices(['open', 'used'], (value) => t(`purchaseReturns.credit.${value}`)),
          },
        ]
      : []),
    ...(can('contacts.suppliers.view') ? [refFilter('suppliers', 'supplier', t('purchases.col.supplier'))] : []),
    {
      name: 'reason',
      label: t('purchaseReturns.form.reason'),
      options: choices(returnReasons, (value) => t(`purchaseReturns.reason.${value}`)),
    },
    {
      name: 'branch',
      label: t('purchases.col.branch'),
      options: branches.map((branch) => ({ value: branch.id, label: nameOf(branch) })),
    },
    periodFilter('returned', t('purchaseReturns.col.day')),
  ];
}

/** /purchase/returns: the returns to suppliers. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const asked = useListState(RULES);
  const { question, state } = useQuestion(asked.state);
  const list = { ...asked, state };
  const { result, totals } = useSummedRows(list, question, returnPage, returnTotals);
  const columns = useReturnColumns(result.rows ?? []);
  const filters = useFilters();
  const { print } = usePaper(async (id: string) => returnPaper(t, await queryClient.fetchQuery(returnDetail(id))));
  const rowMenu = (row: ReturnRow): MenuEntry[] => [
    { label: t('purchases.action.open'), icon: Eye, href: viewOf(row) },
    { label: t('purchases.action.pdf'), icon: Download, onSelect: () => void print(row.id) },
    ...(can('purchasing.returns.void') && row.status === 'returned' && workBranches.some(({ id }) => id === row.branch_id)
      ? [{ label: t('purchaseReturns.void.action'), icon: Ban, danger: true, href: `${viewOf(row)}?do=void` }]
      : []),
  ];
  const summary = totals && {
    count: totals.count,
    currency: currencyWord(),
    total: formatMoney(totals.total ?? 0),
    remaining: formatMoney(totals.remaining ?? 0),
  };
  return (
    <ListPage<ReturnRow>
      name="purchase-returns"
      title={t('purchaseReturns.title')}
      summary={summary && t(totals.total === null ? 'purchaseReturns.summary' : 'purchaseReturns.summaryMoney', summary)}
      list={list}
      result={result}
      loadErrorTitle={t('purchaseReturns.loadFailed')}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={viewOf}
      rowMenu={rowMenu}
      onRowHover={(row) => void queryClient.prefetchQuery(returnDetail(row.id))}
      filters={filters}
      views={[
        ...(can('inventory.costs.view') ? [{ name: t('purchaseReturns.credit.open'), query: 'credit=open' }] : []),
        { name: t('purchaseReturns.status.voided'), query: 'status=voided', count: totals?.by_status.voided },
      ]}
      searchHint={t('purchaseReturns.search')}
      add={can('purchasing.returns.create') && { href: '/purchase/returns/add', label: t('purchaseReturns.new') }}
      exported={
        can('purchasing.orders.export') ? { name: t('purchaseReturns.title'), rows: (signal) => allReturns(question, signal) } : undefined
      }
      empty={{ icon: Undo2, title: t('purchaseReturns.empty.title'), text: t('purchaseReturns.empty.text') }}
    />
  );
}
