import { Check, Copy, Download, Eye, HandCoins, PackageCheck, Pencil, ShoppingCart, Upload } from 'lucide-react';
import { useCan, useMe } from '@/db/me.ts';
import { allPurchases, purchaseDetail, purchasePage, purchaseTotals, type PurchaseRow } from '@/db/purchases.ts';
import { queryClient } from '@/db/query.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { withNone } from '@/kit/without.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { Button } from '@/ui/button.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { offReason, stepsOf } from '../view/actions.ts';
import { purchasePaper } from '../view/paper.ts';
import { usePurchaseColumns } from '@/parts/lists/purchase-columns.tsx';
import { taxNumberFilter } from '@/parts/lists/tax-number-filter.ts';
import { RULES, usePurchaseQuestion } from './use-purchase-question.ts';

const viewOf = (row: PurchaseRow) => `/purchase/orders/${row.id}`;

export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const text = useCountText();
  const seesCosts = can('inventory.costs.view');
  // An order consists of costs, so a user who may not see costs cannot create one.
  const mayCreate = can('purchasing.orders.create') && seesCosts;
  const list = useListState(RULES);
  const { question, state } = usePurchaseQuestion(list.state);
  const { result, totals } = useSummedRows({ state }, question, purchasePage, purchaseTotals);

  const columns = usePurchaseColumns(result.rows ?? []);
  const filters = usePurchaseFilters(seesCosts);
  const me = useMe();
  const { print } = usePaper(async (id: string) => purchasePaper(t, await queryClient.fetchQuery(purchaseDetail(id))));
  const rowMenu = (row: PurchaseRow): MenuEntry[] => {
    const worksInBranch = me.branches.some(({ id, access }) => id === row.branch_id && access === 'work');
    const may = stepsOf(row, { can, worksInBranch, fourEyes: me.business.purchase_four_eyes });
    const step = (kind: keyof typeof may, icon: LucideIcon, href = `${viewOf(row)}?do=${kind}`): MenuEntry[] =>
      may[kind] === 'hidden'
        ? []
        : [{ label: t(`purchases.action.${kind}`), icon, href, reason: offReason(t, may[kind], nameIn(row, 'branch')) }];
    return [
      { label: t('purchases.action.open'), icon: Eye, href: viewOf(row) },
      ...step('approve', Check),
      ...step('receive', PackageCheck),
      ...step('pay', HandCoins),
      ...step('edit', Pencil, `/purchase/edit/${row.id}`),
      ...(mayCreate && !row.is_opening ? [{ label: t('purchases.action.copy'), icon: Copy, href: `/purchase/add?copy=${row.id}` }] : []),
      ...(row.is_opening ? [] : [{ label: t('purchases.action.pdf'), icon: Download, onSelect: () => void print(row.id) }]),
    ];
  };
  const importButton = mayCreate && can('purchasing.orders.import') && (
    <Button icon={Upload} href="/purchase/import">
      {t('kit.import')}
    </Button>
  );
  const summary = () => {
    if (!totals) return undefined;
    const { openings } = totals;
    const count = totals.count - openings;
    const words = { count, shown: text.capped(count), currency: currencyWord() };
    if (count === 0 && openings > 0 && totals.remaining !== null)
      return t('account.opening.summary', {
        ...words,
        count: openings,
        shown: text.capped(openings),
        remaining: formatMoney(totals.remaining),
      });
    return [
      totals.total === null || totals.paid === null || totals.remaining === null
        ? t('purchases.summary', words)
        : t('purchases.summaryMoney', {
            ...words,
            total: formatMoney(totals.total),
            paid: formatMoney(totals.paid),
            remaining: formatMoney(totals.remaining),
          }),
      ...(openings > 0 ? [t('purchases.summaryOpening', { shown: text.capped(openings) })] : []),
    ].join(' · ');
  };
  return (
    <ListPage<PurchaseRow>
      name="purchases"
      title={t('purchases.title')}
      summary={summary()}
      list={list}
      result={result}
      loadErrorTitle={t('purchases.loadListFailed')}
      columns={columns}
      rowLabel={(row) => row.number}
      rowHref={viewOf}
      rowMenu={rowMenu}
      onRowHover={(row) => void queryClient.prefetchQuery(purchaseDetail(row.id))}
      filters={filters}
      views={[
        { name: t('purchases.view.pending'), query: 'status=pending', count: totals?.by_status.pending },
        ...(seesCosts
          ? [
              { name: t('purchases.view.unpaid'), query: 'payment=due&payment=partially_paid' },
              { name: t('purchases.view.overdue'), query: 'overdue=yes' },
            ]
          : []),
        { name: t('purchases.view.completed'), query: 'status=completed', count: totals?.by_status.completed },
        { name: t('purchases.view.opening'), query: 'status=opening', count: totals?.by_status.opening },
      ]}
      searchHint={t('purchases.search')}
      add={mayCreate && { href: '/purchase/add', label: t('purchases.new') }}
      actions={importButton}
      exported={
        can('purchasing.orders.export') ? { name: t('purchases.title'), rows: (signal) => allPurchases(question, signal) } : undefined
      }
      empty={{ icon: ShoppingCart, title: t('purchases.empty.title'), text: t('purchases.empty.text'), actions: importButton }}
    />
  );
}

function usePurchaseFilters(seesCosts: boolean): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  return [
    {
      name: 'status',
      label: t('purchases.col.status'),
      options: choices(['pending', 'completed', 'opening', 'cancelled'], (value) => t(`purchases.status.${value}`)),
    },
    {
      name: 'receipt',
      label: t('purchases.receipt.label'),
      options: choices(['none', 'partial', 'full'], (value) => t(`purchases.receipt.${value}`)),
    },
    ...(seesCosts
      ? [
          {
            name: 'payment',
            label: t('purchases.col.payment'),
            options: choices(['due', 'partially_paid', 'paid'], (value) => t(`payments.status.${value}`)),
          },
          {
            name: 'overdue',
            label: t('purchases.overdue.label'),
            options: choices(['yes', 'no'], (value) => t(`purchases.overdue.${value}`)),
          },
          taxNumberFilter(t),
        ]
      : []),
    branchFilter(t('purchases.col.branch'), branches),
    ...(can('contacts.suppliers.view') ? [refFilter('suppliers', 'supplier', t('purchases.col.supplier'))] : []),
    refFilter('profiles', 'salesperson', t('purchases.col.salesperson')),
    ...(can('settings.tax_rates.view')
      ? [withNone(refFilter('tax_rates', 'tax', t('fields.tax_rate_id')), t('reports.without.tax_rate'))]
      : []),
    periodFilter('ordered', t('purchases.col.orderedOn')),
  ];
}
