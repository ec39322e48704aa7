import type { UseQueryOptions } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { attendanceTotals, type AttendanceState, type AttendanceTotals } from '@/db/attendance.ts';
import type { Args } from '@/db/calls.ts';
import type { AppError } from '@/db/errors.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { formatHours } from '@/lib/hours.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';

const AttendanceDialog = lazy(async () => ({ default: (await import('./attendance-dialog.tsx')).NewAttendance }));

export const filterNames = ['worked', 'person', 'branch', 'state'];
const states = ['open', 'closed', 'forgotten', 'corrected', 'voided'] as const satisfies readonly AttendanceState[];

type Question = Args<'attendance_totals'>;

/** The filters of both lists as arguments of the totals. */
function useQuestion({ search, filters: { worked = [], person = [], branch = [], state = [] } }: ListState): Question {
  const { branchIds } = useBranch();
  return {
    words: search,
    profile_ids: [...person],
    at_branch_ids: branch.length ? [...branch] : branchIds,
    states: [...state],
    worked: worked[0],
  };
}

function useFilters(): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  return [
    periodFilter('worked', t('attendance.col.day')),
    ...(can('attendance.records.view') ? [refFilter('profiles', 'person', t('attendance.col.person'))] : []),
    branchFilter(t('app.branch'), branches),
    { name: 'state', label: t('attendance.col.state'), options: choices(states, (value) => t(`attendance.state.${value}`)) },
  ];
}

function useSummary(totals: AttendanceTotals | undefined): ReactNode {
  const { t } = useTranslation();
  const text = useCountText();
  return totals && t('attendance.summary', { count: totals.people, shown: text.number(totals.people), hours: formatHours(totals.minutes) });
}

interface AttendanceListOptions<Row> {
  rules: ListRules;
  /** What a row is, by its count in the totals. */
  counted: 'records' | 'days';
  pageOf: (asked: Question & { sort: string; descending: boolean }, page: number, size: number) => UseQueryOptions<Row[], AppError>;
  allOf: (asked: Question, signal?: AbortSignal) => AsyncIterable<readonly Row[]>;
  views: readonly AttendanceState[];
}

/** What the lists by day and by attendance have in common, as properties of their page. */
export function useAttendanceList<Row>({ rules, counted, pageOf, allOf, views }: AttendanceListOptions<Row>) {
  const { t } = useTranslation();
  const list = useListState(rules);
  const question = useQuestion(list.state);
  const { result, totals } = useSummedRows(list, question, pageOf, (asked) => ({
    ...attendanceTotals(asked),
    select: (all: AttendanceTotals) => ({ ...all, count: all[counted] }),
  }));
  const title = t('attendance.title');
  return {
    title,
    summary: useSummary(totals),
    list,
    result,
    filters: useFilters(),
    views: views.map((state) => ({ name: t(`attendance.state.${state}`), query: `state=${state}`, count: totals?.by_state[state] })),
    searchHint: t('attendance.search'),
    actions: <Actions />,
    exported: { name: title, rows: (signal?: AbortSignal) => allOf(question, signal) },
    empty: { icon: CalendarClock, title: t('attendance.empty.title'), text: t('attendance.empty.text') },
  };
}

/** Switches between the lists by day and by attendance, and adds an attendance by hand. */
function Actions() {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const turn = (each: boolean) =>
    setParams((now) => {
      for (const name of ['page', 'sort', 'each']) now.delete(name);
      if (each) now.set('each', '');
      return now;
    });
  return (
    <>
      <Segmented
        label={t('attendance.show')}
        value={params.has('each') ? 'each' : 'days'}
        onChange={(value) => turn(value === 'each')}
        options={(['days', 'each'] as const).map((value) => ({ value, label: t(`attendance.by.${value}`) }))}
      />
      {can('attendance.records.manage') && workBranches.length > 0 && (
        <Button icon={Plus} onClick={() => setAdding(true)}>
          {t('attendance.add')}
        </Button>
      )}
      <Suspense>{adding && <AttendanceDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}
