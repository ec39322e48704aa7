import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { expenseTree, type CategoryTotal } from '@/db/expenses.ts';
import { useBranch } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { inTreeOrder, pathOf } from '@/kit/tree.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { byNames } from '@/lib/row-order.ts';
import { FilterBar } from '@/list/filter-bar.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { Table } from '@/ui/table.tsx';
import '../expenses.css';

const RULES: ListRules = { sort: { by: 'name', descending: false }, sortable: ['name'], filters: ['spent'] };

/** The tree of categories with the amount spent on each in a period, alone and with its subcategories. */
export function Component() {
  const { t } = useTranslation();
  const { branchIds } = useBranch();
  const list = useListState(RULES);
  const spent = list.state.filters.spent?.[0];
  const query = useQuery(expenseTree({ at_branch_ids: branchIds, spent }));
  const rows = inTreeOrder(query.data ?? [], byNames('name'));
  const nodes = new Map(rows.flatMap(({ id, parent_id }) => (id ? [[id, { id, parent_id }]] : [])));
  const depthOf = (id: string | null) => (id ? pathOf(nodes, id).length - 1 : 0);
  const total = sum(rows.filter(({ parent_id }) => parent_id === null).map(({ amount }) => amount));
  const href = (id: string) => `/accounting/expenses?category=${id}${spent ? `&spent=${spent}` : ''}`;
  const name = (row: CategoryTotal) =>
    row.id === null ? (
      t('expenses.tree.none')
    ) : (
      <a className="link" href={href(row.id)}>
        <bdi>{nameOf({ name: row.name ?? '', name_ar: row.name_ar })}</bdi>
      </a>
    );
  return (
    <>
      <PageHead
        title={t('expenses.tree.title')}
        sub={query.data && t('expenses.tree.sum', { amount: formatMoney(total), currency: currencyWord() })}
      />
      <div className="tools">
        <FilterBar list={list} filters={[periodFilter('spent', t('expenses.col.spentOn'))]} />
      </div>
      {query.error && <LoadFailed error={query.error} title={t('expenses.loadListFailed')} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <SkeletonForm />}
      {query.data && rows.length === 0 && (
        <EmptyState
          icon={HandCoins}
          title={t('expenses.tree.empty')}
          actions={<Button href="/accounting/expenses">{t('expenses.action.back')}</Button>}
        />
      )}
      {rows.length > 0 && (
        <Table
          className="ledger-table expense-tree"
          label={t('expenses.tree.title')}
          rows={rows}
          keyOf={({ id }) => id ?? 'none'}
          columns={[
            {
              head: t('expenses.col.category'),
              isRowHeader: true,
              cell: (row) => (
                <span className="expense-node" style={{ '--depth': depthOf(row.id) } as object}>
                  {name(row)}
                </span>
              ),
            },
            { head: t('expenses.tree.count'), num: 'numeric', cell: ({ count }) => <Figure value={formatNumber(count)} nil /> },
            { head: t('expenses.tree.own'), num: 'numeric', cell: ({ own }) => <Figure value={formatMoney(own)} nil /> },
            {
              head: t('expenses.tree.amount', { currency: currencyWord() }),
              num: 'numeric',
              cell: ({ amount }) => <Figure value={formatMoney(amount)} nil />,
            },
          ]}
        />
      )}
    </>
  );
}
