import { ArrowDownToLine, ArrowUpFromLine, Check, Clock, Eye, Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { Args } from '@/db/calls.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { allShifts, shiftDetail, shiftPage, shiftTotals, type ShiftRow } from '@/db/shifts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
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
import { ShiftActionDialog, type ShiftAction } from '@/parts/shift/shift-actions.tsx';
import { Button } from '@/ui/button.tsx';
import { stepsOf } from '../actions.ts';
import { ApproveVariance } from '../approve-variance.tsx';
import { CashInNoDrawer } from './cash-in-no-drawer.tsx';
import { useShiftColumns } from './columns.tsx';

const RULES: ListRules = {
  sort: { by: 'opened_at', descending: true },
  sortable: ['opened_at', 'number', 'difference'],
  filters: ['status', 'result', 'approve', 'late', 'person', 'branch', 'opened'],
};

const viewOf = ({ id }: ShiftRow) => `/reports/shifts/view/${id}`;

export function Component() {
  const { t } = useTranslation();
  return useMe().branches.length === 0 ? (
    <NoBranch page={t('shifts.title')} title={t('shifts.chooseBranch')} reason={t('shifts.noBranch')} />
  ) : (
    <Shifts />
  );
}

function useQuestion({ search, filters }: ListState): Args<'shift_totals'> {
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(filters[name] ?? [])];
  return {
    words: search,
    statuses: chosen('status'),
    results: chosen('result'),
    at_branch_ids: filters.branch ? chosen('branch') : branchIds,
    opened_by_ids: chosen('person'),
    opened: filters.opened?.[0],
    is_overdue: Boolean(filters.late),
    is_to_approve: Boolean(filters.approve),
  };
}

function Shifts() {
  const { t } = useTranslation();
  const can = useCan();
  const sees = can('attendance.shifts.view_expected');
  const me = useMe();
  const text = useCountText();
  const { branchId, workBranches } = useBranch();
  const [step, setStep] = useState<ShiftAction | null>(null);
  const [approving, setApproving] = useState<ShiftRow | null>(null);
  const list = useListState(RULES);
  const question = useQuestion(list.state);
  const { result, totals } = useSummedRows(list, question, shiftPage, shiftTotals);
  const columns = useShiftColumns(result.rows ?? []);
  const filters = useShiftFilters(sees);
  const free = workBranches.filter(({ id }) => !me.shifts.some(({ branch_id }) => branch_id === id));

  const summary = () => {
    if (!totals) return undefined;
    const { count, cash_sales, difference } = totals;
    const words = { count, shown: text.capped(count) };
    return cash_sales === undefined || difference === undefined
      ? t('shifts.summaryBlind', words)
      : t('shifts.summary', { ...words, currency: currencyWord(), sales: formatMoney(cash_sales), difference: formatMoney(difference) });
  };
  const menu = (row: ShiftRow) => {
    const steps = stepsOf(row, me, can);
    return [
      { label: t('shifts.action.details'), icon: Eye, href: viewOf(row) },
      ...(steps.close ? [{ label: t('shifts.action.close'), icon: Lock, onSelect: () => setStep({ kind: 'close', shift: row }) }] : []),
      ...(steps.approve ? [{ label: t('shifts.action.approve'), icon: Check, onSelect: () => setApproving(row) }] : []),
      ...(steps.cash
        ? [
            { label: t('shifts.action.payIn'), icon: ArrowDownToLine, onSelect: () => setStep({ kind: 'pay_in', shift: row }) },
            { label: t('shifts.action.payOut'), icon: ArrowUpFromLine, onSelect: () => setStep({ kind: 'pay_out', shift: row }) },
          ]
        : []),
    ];
  };
  const opens = can('attendance.shifts.open') && free.length > 0 && (
    <Button
      variant="primary"
      icon={LockOpen}
      aria-haspopup="dialog"
      onClick={() => setStep({ kind: 'open', branchId: free.find(({ id }) => id === branchId)?.id })}
    >
      {t('shifts.action.open')}
    </Button>
  );
  return (
    <>
      <ListPage<ShiftRow>
        name="shifts"
        title={t('shifts.title')}
        summary={
          <>
            {summary() ?? '\u00a0'}
            {sees && <CashInNoDrawer scope={{ at_branch_ids: question.at_branch_ids, days: question.opened }} />}
          </>
        }
        list={list}
        result={result}
        loadErrorTitle={t('shifts.loadListFailed')}
        columns={columns}
        rowLabel={(row) => row.number}
        rowHref={viewOf}
        rowMenu={menu}
        onRowHover={(row) => void queryClient.prefetchQuery(shiftDetail(row.id))}
        filters={filters}
        views={[
          { name: t('shifts.view.open'), query: 'status=open', count: totals?.by_status.open },
          { name: t('shifts.view.overdue'), query: 'late=yes', count: totals?.overdue },
          ...(sees
            ? [
                { name: t('shifts.view.toApprove'), query: 'approve=yes', count: totals?.to_approve },
                { name: t('shifts.view.differences'), query: 'result=overage&result=shortage' },
              ]
            : []),
        ]}
        searchHint={t('shifts.search')}
        exported={{ name: t('shifts.title'), rows: (signal) => allShifts(question, signal) }}
        actions={opens}
        empty={{ icon: Clock, title: t('shifts.empty.title'), text: t('shifts.empty.text') }}
      />
      <ShiftActionDialog action={step} onClose={() => setStep(null)} />
      {approving && <ApproveVariance shift={approving} onClose={() => setApproving(null)} />}
    </>
  );
}

function useShiftFilters(sees: boolean): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const only = [{ value: 'yes', label: t('shifts.filter.yes') }];
  return [
    periodFilter('opened', t('shifts.col.day')),
    { name: 'status', label: t('shifts.col.status'), options: choices(['open', 'closed'], (value) => t(`shifts.status.${value}`)) },
    ...(sees
      ? [
          {
            name: 'result',
            label: t('shifts.col.result'),
            options: choices(['balanced', 'overage', 'shortage'], (value) => t(`shifts.result.${value}`)),
          },
          { name: 'approve', label: t('shifts.toApprove'), options: only },
        ]
      : []),
    { name: 'late', label: t('shifts.status.overdue'), options: only },
    branchFilter(t('shifts.col.branch'), branches),
    refFilter('profiles', 'person', t('shifts.col.person')),
  ];
}
