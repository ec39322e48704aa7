import { useMutation } from '@tanstack/react-query';
import { CirclePause, CirclePlay, FastForward, Flag, Pencil, Repeat } from 'lucide-react';
import { useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { pauseRule, ruleChanges, ruleList, ruleStatuses, type RuleRow } from '@/db/expenses.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { pageParams } from '@/db/plain-rows.ts';
import { write } from '@/db/query.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Column } from '@/list/column.ts';
import { hiddenAtFirst, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { usePagedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Figure } from '@/ui/figure.tsx';
import { toast } from '@/ui/toast.tsx';
import { intervalWord, RuleStatus } from '@/parts/statuses/expenses.tsx';
import { RuleStep, type Step } from './rule-step.tsx';

const RULES: ListRules = { sort: { by: 'next_on', descending: false }, sortable: ['next_on', 'amount'], filters: ['status', 'branch'] };

const editOf = ({ id }: Pick<RuleRow, 'id'>) => `/accounting/expenses/recurring/edit/${id}`;
const titleOf = (row: RuleRow) => nameIn(row, 'category') || nameIn(row, 'supplier') || row.notes || formatMoney(row.amount);

/** Recurring expenses, the next due first and ended ones last. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branches } = useMe();
  const { branchIds, workBranches } = useBranch();
  const list = useListState(RULES);
  const result = usePagedRows<RuleRow>(list.state, (state) => {
    const { branch = branchIds, status = [] } = state.filters;
    return ruleList(
      pageParams({ ...state, filters: { ...(branch.length > 0 ? { branch_id: branch } : {}), ...(status.length > 0 ? { status } : {}) } }),
    );
  });
  const columns = useRuleColumns();
  const [step, setStep] = useState<Step | null>(null);
  const pause = useMutation<unknown, AppError, RuleRow>({
    ...write({ run: ({ id, status }: RuleRow) => pauseRule({ id, paused: status !== 'paused' }), changes: ruleChanges }),
    onSuccess: (_, { status }) =>
      void toast({ tone: 'ok', text: t(status === 'paused' ? 'expenses.recurring.resumedDone' : 'expenses.recurring.pausedDone') }),
    onError: (error) => void toast({ tone: 'bad', text: errorText(t, error) }),
  });
  const menu = (row: RuleRow) => {
    if (!can('accounting.expenses.update')) return [];
    const reason = workBranches.some(({ id }) => id === row.branch_id)
      ? undefined
      : t('errors.branch_view_only', { branch: nameIn(row, 'branch') });
    return [
      { label: t('expenses.recurring.action.change'), icon: Pencil, href: editOf(row), reason },
      ...(row.status === 'ended'
        ? []
        : [
            {
              label: t(row.status === 'paused' ? 'expenses.recurring.action.resume' : 'expenses.recurring.action.pause'),
              icon: row.status === 'paused' ? CirclePlay : CirclePause,
              reason,
              onSelect: () => pause.mutate(row),
            },
            { label: t('expenses.recurring.action.skip'), icon: FastForward, reason, onSelect: () => setStep({ step: 'skip', rule: row }) },
            {
              label: t('expenses.recurring.action.end'),
              icon: Flag,
              danger: true,
              reason,
              onSelect: () => setStep({ step: 'end', rule: row }),
            },
          ]),
    ];
  };
  return (
    <>
      <ListPage<RuleRow>
        name="expense-rules"
        title={t('expenses.recurring.title')}
        list={list}
        result={result}
        loadErrorTitle={t('expenses.recurring.loadListFailed')}
        columns={columns}
        rowLabel={titleOf}
        rowHref={can('accounting.expenses.update') ? editOf : undefined}
        rowMenu={menu}
        searchHint={t('expenses.recurring.search')}
        filters={[
          {
            name: 'status',
            label: t('expenses.recurring.state'),
            options: choices(ruleStatuses, (value) => t(`expenses.recurring.status.${value}`)),
          },
          branchFilter(t('expenses.col.branch'), branches),
        ]}
        empty={{ icon: Repeat, title: t('expenses.recurring.empty.title'), text: t('expenses.recurring.empty.text') }}
      />
      {step && <RuleStep step={step} onClose={() => setStep(null)} />}
    </>
  );
}

function useRuleColumns(): Column<RuleRow>[] {
  const { t } = useTranslation();
  const { branch } = useBranch();
  const changes = useCan()('accounting.expenses.update');
  return [
    textColumn('category', t('expenses.col.category'), titleOf, {
      width: undefined,
      minWidth: 130,
      card: 'title',
      cell: (row) =>
        changes ? (
          <a className="record-name clip" href={editOf(row)}>
            <bdi>{titleOf(row)}</bdi>
          </a>
        ) : (
          <bdi className="clip">{titleOf(row)}</bdi>
        ),
    }),
    textColumn('interval', t('expenses.recurring.repeats'), (row) => intervalWord(t, row), { width: '140px' }),
    textColumn('next_on', t('expenses.recurring.nextOn'), (row) => (row.next_on ? formatDate(row.next_on) : ''), {
      sort: 'next_on',
      width: '118px',
    }),
    textColumn('ends_on', t('expenses.recurring.endsOn'), (row) => (row.ends_on ? formatDate(row.ends_on) : ''), {
      width: '118px',
      ...hiddenAtFirst,
    }),
    textColumn('supplier', t('expenses.col.supplier'), (row) => nameIn(row, 'supplier'), { width: '150px', card: 'none' }),
    textColumn('branch', t('expenses.col.branch'), (row) => nameIn(row, 'branch'), { shown: branch === null }),
    {
      id: 'amount',
      label: t('expenses.col.amount', { currency: currencyWord() }),
      num: true,
      width: '128px',
      sort: 'amount',
      cell: ({ amount }) => <Figure value={formatMoney(amount)} />,
      card: 'end',
      sheet: { value: ({ amount }) => amount, kind: 'money' },
    },
    {
      id: 'status',
      label: t('expenses.recurring.state'),
      width: '150px',
      cell: ({ status }) => <RuleStatus status={status} />,
      card: 'status',
      sheet: { value: ({ status }) => t(`expenses.recurring.status.${status}`), kind: 'text' },
    },
  ];
}
