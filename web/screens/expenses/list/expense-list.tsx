import { useQuery } from '@tanstack/react-query';
import { Copy, Eye, FolderTree, HandCoins, Pencil, Repeat, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import type { Args } from '@/db/calls.ts';
import { allExpenses, expenseDetail, expensePage, expenseTotals, ruleList, type ExpenseRow } from '@/db/expenses.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { pageParams } from '@/db/plain-rows.ts';
import { queryClient } from '@/db/query.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { idsOrNone, withNone } from '@/kit/without.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { NoBranch } from '@/parts/no-branch.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import type { MenuAction, MenuEntry } from '@/ui/menu-entry.ts';
import { DeleteExpense } from '../delete-expense.tsx';
import { paymentWord } from '@/parts/statuses/expenses.tsx';
import { actionsOf } from '../view/actions.ts';
import { useExpenseColumns } from '@/parts/lists/expense-columns.tsx';
import { taxNumberFilter } from '@/parts/lists/tax-number-filter.ts';

const RULES: ListRules = {
  sort: { by: 'spent_on', descending: true },
  sortable: ['spent_on', 'number', 'amount', 'remaining'],
  filters: ['payment', 'branch', 'category', 'supplier', 'customer', 'assigned', 'method', 'tax', 'taxNumber', 'spent', 'recurring'],
};

const viewOf = ({ id }: Pick<ExpenseRow, 'id'>) => `/accounting/expenses/view/${id}`;

export function Component() {
  const { t } = useTranslation();
  return useMe().branches.length === 0 ? (
    <NoBranch page={t('expenses.title')} title={t('expenses.chooseBranch')} reason={t('expenses.noBranch')} />
  ) : (
    <Expenses />
  );
}

function useQuestion({ search, filters }: ListState): Args<'expense_totals'> {
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(filters[name] ?? [])];
  return {
    words: search,
    payment_statuses: chosen('payment'),
    at_branch_ids: filters.branch ? chosen('branch') : branchIds,
    category_ids: chosen('category'),
    supplier_ids: chosen('supplier'),
    customer_ids: chosen('customer'),
    assigned_ids: chosen('assigned'),
    payment_method_ids: chosen('method'),
    tax_rate_ids: idsOrNone(chosen('tax')),
    lacks_tax_number: filters.taxNumber?.length === 1 ? filters.taxNumber[0] === 'missing' : undefined,
    spent: filters.spent?.[0],
    recurring: filters.recurring?.length === 1 ? filters.recurring[0] === 'yes' : undefined,
  };
}

function Expenses() {
  const { t } = useTranslation();
  const can = useCan();
  const me = useMe();
  const { workBranches } = useBranch();
  const text = useCountText();
  const list = useListState(RULES);
  const question = useQuestion(list.state);
  const { result, totals } = useSummedRows(list, question, expensePage, expenseTotals);
  const columns = useExpenseColumns(result.rows ?? []);
  const filters = useExpenseFilters();
  const importButton = can('accounting.expenses.import') && workBranches.length > 0 && (
    <Button icon={Upload} href="/accounting/expenses/import">
      {t('kit.import')}
    </Button>
  );
  const [leaving, setLeaving] = useState<ExpenseRow | null>(null);

  return (
    <>
      <ListPage<ExpenseRow>
        name="expenses"
        title={t('expenses.title')}
        summary={
          totals &&
          t('expenses.summary', {
            count: totals.count,
            shown: text.capped(totals.count),
            currency: currencyWord(),
            amount: formatMoney(totals.amount),
            tax: formatMoney(totals.tax),
            paid: formatMoney(totals.paid),
            remaining: formatMoney(totals.remaining),
          })
        }
        list={list}
        result={result}
        loadErrorTitle={t('expenses.loadListFailed')}
        columns={columns}
        rowLabel={(row) => row.number}
        rowHref={viewOf}
        rowMenu={(row) => {
          // The list does not know the files; the database refuses to delete an expense with some.
          const may = actionsOf({ expense: row, files: null }, { can, worksInBranch: workBranches.some(({ id }) => id === row.branch_id) });
          const step = (kind: 'pay' | 'edit' | 'copy' | 'delete', action: Omit<MenuAction, 'label' | 'reason'>): MenuEntry[] => {
            const availability = may[kind];
            if (availability === 'hidden') return [];
            const reason = availability === 'on' ? undefined : t(`errors.${availability}`, { branch: nameIn(row, 'branch') });
            return [{ label: t(`expenses.action.${kind}`), reason, ...action }];
          };
          return [
            { label: t('expenses.action.open'), icon: Eye, href: viewOf(row) },
            ...step('pay', { icon: HandCoins, href: `${viewOf(row)}?do=pay` }),
            ...step('edit', { icon: Pencil, href: `/accounting/expenses/edit/${row.id}` }),
            ...step('copy', { icon: Copy, href: `/accounting/expenses/add?copy=${row.id}` }),
            ...step('delete', { icon: Trash2, danger: true, onSelect: () => setLeaving(row) }),
          ];
        }}
        onRowHover={(row) => void queryClient.prefetchQuery(expenseDetail(row.id))}
        filters={filters}
        views={[
          {
            name: t('expenses.view.unpaid'),
            query: 'payment=unpaid&payment=partial',
            count: totals && totals.by_status.unpaid + totals.by_status.partial,
          },
          { name: t('expenses.view.recurring'), query: 'recurring=yes' },
          { name: t('expenses.view.thisMonth'), query: 'spent=this_month' },
          { name: t('expenses.view.mine'), query: `assigned=${me.profile.id}` },
        ]}
        searchHint={t('expenses.search')}
        add={
          can('accounting.expenses.create') &&
          workBranches.length > 0 && { href: '/accounting/expenses/add', label: t('expenses.action.add') }
        }
        notice={can('accounting.expenses.update') && <FailingRules />}
        actions={
          <>
            {importButton}
            {can('accounting.expense_categories.view') && (
              <Button icon={FolderTree} href="/accounting/expenses/by-category">
                {t('expenses.action.byCategory')}
              </Button>
            )}
            <Button icon={Repeat} href="/accounting/expenses/recurring">
              {t('expenses.recurring.action.open')}
            </Button>
          </>
        }
        exported={
          can('accounting.expenses.export') ? { name: t('expenses.title'), rows: (signal) => allExpenses(question, signal) } : undefined
        }
        empty={{ icon: HandCoins, title: t('expenses.empty.title'), text: t('expenses.empty.text'), actions: importButton }}
      />
      {leaving && <DeleteExpense expense={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

/** Says that recurring expenses could not be added. */
function FailingRules() {
  const { t } = useTranslation();
  const text = useCountText();
  const { branchIds } = useBranch();
  const filters = { status: ['failing'], ...(branchIds.length > 0 && { branch_id: branchIds }) };
  const { data } = useQuery(ruleList(pageParams({ search: '', sort: { by: 'next_on', descending: false }, page: 1, size: 1, filters })));
  const count = data?.count ?? 0;
  return (
    count > 0 && (
      <div className="section">
        <Banner
          tone="warn"
          actions={
            <Button small href="/accounting/expenses/recurring?status=failing">
              {t('expenses.recurring.failing.show')}
            </Button>
          }
        >
          {t('expenses.recurring.failing.count', { count, shown: text.number(count) })}
        </Banner>
      </div>
    )
  );
}

function useExpenseFilters(): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  return [
    periodFilter('spent', t('expenses.col.spentOn')),
    {
      name: 'payment',
      label: t('expenses.col.payment'),
      options: choices(['unpaid', 'partial', 'paid'] as const, (value) => t(`payments.status.${paymentWord[value]}`)),
    },
    ...(can('accounting.expense_categories.view') ? [refFilter('expense_categories', 'category', t('expenses.col.category'), true)] : []),
    branchFilter(t('expenses.col.branch'), branches),
    ...(can('contacts.suppliers.view') ? [refFilter('suppliers', 'supplier', t('expenses.col.supplier'))] : []),
    ...(can('contacts.customers.view') ? [refFilter('customers', 'customer', t('expenses.col.customer'))] : []),
    refFilter('profiles', 'assigned', t('expenses.col.assigned')),
    ...(can('settings.tax_rates.view')
      ? [withNone(refFilter('tax_rates', 'tax', t('expenses.col.tax')), t('reports.without.tax_rate'))]
      : []),
    taxNumberFilter(t),
    { name: 'recurring', label: t('expenses.view.recurring'), options: choices(['yes', 'no'] as const, (value) => t(`kit.${value}`)) },
    ...(can('accounting.expense_payments.view') ? [refFilter('payment_methods', 'method', t('payments.method'))] : []),
  ];
}
