import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Download } from 'lucide-react';
import { lazy, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { allOfReport, reportOf, type ReportAnswer, type ReportRow } from '@/db/reports.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { visibleColumns, type Filter } from '@/list/column.ts';
import { ExportMenu } from '@/list/export-menu.tsx';
import { FilterBar } from '@/list/filter-bar.tsx';
import type { ListRules, Sort } from '@/list/list-state.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { useListState } from '@/list/use-list-state.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { Bars } from '@/parts/figures/bars.tsx';
import { FigureStrip, type StripFigure } from '@/parts/figures/figure-strip.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { labelOf, reportColumns, textOf } from './report-columns.tsx';
import { reportPaper } from './report-paper.ts';
import { reports, type ReportQuery, type Report } from './reports.ts';
import '@/parts/figures/figures.css';
import './reports.css';

const dayPanel = lazy(() => import('./day-panel.tsx'));
/** With more bars the chart is unreadable. */
const MAX_BARS = 62;
const DEFAULT_PERIOD = 'this_month';

export function Component() {
  const { pathname } = useLocation();
  const report = reports.find(({ slug }) => pathname === `/reports/${slug}`);
  // Another report has other columns to sort by.
  return report && <ReportPage key={report.slug} report={report} />;
}

/** Sorts rows by a column; rows without a figure come last. */
function inOrder(rows: readonly ReportRow[], { by, descending }: Sort): readonly ReportRow[] {
  if (by === '') return rows;
  const sign = descending ? -1 : 1;
  return [...rows].sort((rowA, rowB) => {
    const [a, b] = [rowA[by], rowB[by]];
    if (a === null || a === undefined || b === null || b === undefined)
      return Number(a === null || a === undefined) - Number(b === null || b === undefined);
    return (a < b ? -1 : a > b ? 1 : 0) * sign;
  });
}

function useReport(report: Report) {
  const rules = useMemo<ListRules>(
    () => ({
      sort: { by: '', descending: true },
      sortable: report.columns.map(({ id }) => id),
      filters: [...(report.asks === 'period' ? ['period'] : report.asks === 'day' ? ['day'] : []), 'branch'],
    }),
    [report],
  );
  const list = useListState(rules);
  const [params] = useSearchParams();
  const { branchIds } = useBranch();
  const { filters } = list.state;
  const heading = report.headings.find((candidate) => candidate === params.get('by')) ?? report.headings[0];
  const period = filters.period?.[0] ?? DEFAULT_PERIOD;
  const question = {
    at_branch_ids: [...(filters.branch ?? branchIds)],
    ...(report.asks === 'period' && { period }),
    ...(report.asks === 'day' && filters.day && { on_day: filters.day[0] }),
    ...(heading && { group_by: heading }),
  };
  const asked: ReportQuery = { period, heading };
  return { list, question, asked };
}

function ReportPage({ report }: { report: Report }) {
  const translation = useTranslation();
  const { t } = translation;
  const can = useCan();
  const { branches } = useMe();
  const { branch } = useBranch();
  const [, setParams] = useSearchParams();
  const { list, question, asked } = useReport(report);
  const { data: answer, error, isPlaceholderData: refreshing, refetch } = useQuery(reportOf(report.name, question));
  const seesCosts = can('inventory.costs.view');
  const columns = visibleColumns(reportColumns(translation, report, answer, asked, seesCosts), [], []);
  const isWhole = answer !== undefined && answer.count <= answer.rows.length;
  const rows = answer ? inOrder(answer.rows, list.state.sort) : [];
  const title = t(`reports.name.${report.name}`);
  const { days, before } = daysOf(t, answer);
  const place = list.state.filters.branch
    ? branches
        .filter(({ id }) => list.state.filters.branch?.includes(id))
        .map(nameOf)
        .join(t('kit.listComma'))
    : branch
      ? nameOf(branch)
      : t('reports.allBranches');
  const every = async (signal?: AbortSignal) => (isWhole ? rows : allOfReport(report.name, question, signal));
  const { printing, print } = usePaper(async () =>
    reportPaper(translation, report, { answer: answer!, rows: await every(), asked, seesCosts, days, before, branches: place }),
  );
  const filters: Filter[] = [
    ...(report.asks === 'period' ? [periodFilter('period', t('reports.period'))] : []),
    ...(report.asks === 'day'
      ? [
          {
            name: 'day',
            label: t('reports.onDay'),
            panel: dayPanel,
            loadLabels: (values: readonly string[]) => Promise.resolve(values.map((value) => ({ value, label: formatDate(value) }))),
          },
        ]
      : []),
    { name: 'branch', label: t('reports.by.branch'), options: branches.map((branch) => ({ value: branch.id, label: nameOf(branch) })) },
  ];
  // The default period is shown in the filter as if it were chosen.
  const shownList =
    report.asks === 'period' ? { ...list, state: { ...list.state, filters: { period: [asked.period], ...list.state.filters } } } : list;
  return (
    <>
      <PageHead
        title={title}
        sub={
          answer
            ? t('reports.sub', { days: before ? t('reports.compared', { days, before }) : days, place, currency: currencyWord() })
            : '\u00a0'
        }
        actions={
          answer &&
          rows.length > 0 &&
          can(report.exportPermission) && (
            <>
              <ExportMenu
                exported={{
                  name: [title, answer.on_day ?? answer.from, answer.to].filter(Boolean).join(' '),
                  rows: async function* (signal) {
                    yield await every(signal);
                  },
                  sort: list.state.sort,
                  count: answer.count,
                }}
                columns={reportColumns(translation, report, answer, asked, seesCosts)}
              />
              <Button icon={Download} busy={printing !== null} onClick={() => void print('report')}>
                {t('reports.pdf')}
              </Button>
            </>
          )
        }
      />
      <div className="tools">
        {report.headings.length > 1 && asked.heading && (
          <Segmented
            label={t('reports.groupBy')}
            value={asked.heading}
            options={report.headings.map((value) => ({ value, label: t(`reports.by.${value}`) }))}
            onChange={(by) =>
              setParams((current) => {
                const next = new URLSearchParams(current);
                next.set('by', by);
                next.delete('sort');
                return next;
              })
            }
          />
        )}
        <FilterBar list={shownList} filters={filters} />
      </div>
      <div className="scroll report" aria-busy={refreshing}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!answer && !error && <SkeletonTable columns={columns} rows={12} />}
        {answer && (
          <>
            <FigureStrip figures={stripOf(t, report, answer)} />
            {Boolean(answer.unknown_cost) && (
              <div className="section">
                <Banner tone="warn">{t('reports.unknownCost', { amount: formatMoney(answer.unknown_cost ?? 0) })}</Banner>
              </div>
            )}
            {report.name === 'sales' && asked.heading === 'day' && answer.rows.length > 1 && answer.rows.length <= MAX_BARS && (
              <Bars
                id="report-bars"
                title={t('dashboard.money.byDay', { currency: currencyWord() })}
                bars={[...answer.rows].reverse().map((row) => ({
                  at: row.id,
                  name: labelOf(translation, report, row, 'day'),
                  tick: formatNumber(Number(row.id.slice(8))),
                  now: Number(row.net),
                  before: Number(row.before),
                  href: `/accounting/sales?sold=${row.id}..${row.id}`,
                }))}
              />
            )}
            {rows.length === 0 ? (
              <EmptyState icon={ChartNoAxesColumn} title={t('reports.empty.title')}>
                {t('reports.empty.text')}
              </EmptyState>
            ) : (
              <ListTable
                label={title}
                columns={isWhole ? columns : columns.map(({ sort: _, ...column }) => column)}
                rows={rows}
                sort={list.state.sort}
                onSort={(by) => list.change({ sort: by })}
                rowId={({ id }) => id}
                rowLabel={(row) => labelOf(translation, report, row, asked.heading)}
                rowHref={(row) => report.opens?.(row, asked)}
                busy={refreshing}
              />
            )}
            {!isWhole && (
              <p className="section muted">
                {t('reports.firstOf', { shown: formatNumber(rows.length), count: formatNumber(answer.count) })}
              </p>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** The days of the report, and those it is compared with. */
function daysOf(t: ReturnType<typeof useTranslation>['t'], answer: ReportAnswer | undefined): { days: string; before: string | null } {
  if (!answer) return { days: '', before: null };
  const { from, to, before_from, before_to, on_day } = answer;
  const between = (first: string, last: string) =>
    first === last ? formatDate(first) : t('period.between', { from: formatDate(first), to: formatDate(last) });
  const before = before_from && before_to ? between(before_from, before_to) : null;
  if (on_day) return { days: formatDate(on_day), before };
  if (!from && !to) return { days: t('reports.now'), before };
  if (!from) return { days: t('period.until', { to: formatDate(to!) }), before };
  return { days: to ? between(from, to) : t('period.since', { from: formatDate(from) }), before };
}

function stripOf(t: ReturnType<typeof useTranslation>['t'], report: Report, answer: ReportAnswer): StripFigure[] {
  return report.strip.map((id): StripFigure => {
    const kind = report.columns.find((column) => column.id === id)?.kind ?? 'money';
    const compared = answer.figures[id];
    const total = answer.totals[id];
    return {
      label: t(`reports.col.${id}`),
      figure:
        compared && compared.now !== null
          ? // A relative change of a percentage would be mistaken for percentage points.
            { now: compared.now, before: compared.before ?? 0, change: kind === 'percent' ? null : compared.change }
          : (total as number | null | undefined),
      isCost: report.worse?.includes(id),
      format: (value) => textOf(kind, value),
    };
  });
}
