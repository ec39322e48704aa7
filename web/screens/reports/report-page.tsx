import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Download } from 'lucide-react';
import { lazy } from 'react';
import { useLocation } from 'react-router-dom';
import { allOfReport, reportOf, type ReportAnswer, type ReportRow } from '@/db/reports.ts';
import { useCan, useMe, useUserKey } from '@/db/me.ts';
import { useTranslation, type Translation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { visibleColumns, type Filter } from '@/list/column.ts';
import { compareFilter } from '@/list/compare-filter.ts';
import { ExportMenu } from '@/list/export-menu.tsx';
import { FilterBar } from '@/list/filter-bar.tsx';
import type { Sort } from '@/list/list-state.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { isSelected } from '@/list/selection.ts';
import type { List } from '@/list/use-list-state.ts';
import { useSelection } from '@/list/use-selection.ts';
import { useStored } from '@/list/use-stored.ts';
import { ViewTabs, type SavedView } from '@/list/view-tabs.tsx';
import { usePaper } from '@/parts/document/use-paper.ts';
import { FigureStrip, type StripFigure } from '@/parts/figures/figure-strip.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { questionAt } from './questions.ts';
import { ReorderBar, useMayReorder } from './reorder-bar.tsx';
import { ReportAnswerLine } from './report-answer-line.tsx';
import { ReportChart } from './report-chart.tsx';
import { addressOf, crossedColumns, isCompared, labelOf, measureOf, reportColumns, textOf } from './report-columns.tsx';
import { useHeadingFilters } from './report-filters.ts';
import { reportPaper } from './report-paper.ts';
import { ReportShape } from './report-shape.tsx';
import { reports, type Report } from './reports.ts';
import { TaxByBranch, TaxChecks } from './tax-checks.tsx';
import { usePlace } from './use-place.ts';
import { isComparable, useReport } from './use-report.ts';
import '@/parts/figures/figures.css';
import './reports.css';

const dayPanel = lazy(() => import('./day-panel.tsx'));

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

function ReportPage({ report }: { report: Report }) {
  const translation = useTranslation();
  const { t } = translation;
  const can = useCan();
  const { pathname } = useLocation();
  const { branches } = useMe();
  const { list, question, asked, headings } = useReport(report);
  const { data: answer, error, isPlaceholderData: refreshing, refetch } = useQuery(reportOf(report.name, question));
  const [views, saveViews] = useStored<readonly SavedView[]>(`report:${useUserKey()}:${report.name}`, []);
  const headingFilters = useHeadingFilters(report);
  const told = { translation, report, answer, asked, can };
  const allColumns = asked.columns ? crossedColumns(told) : reportColumns(told);
  const columns = visibleColumns(allColumns, [], []);
  const measure = measureOf(report, asked);
  const isWhole = answer !== undefined && answer.count <= answer.rows.length;
  const rows = answer ? inOrder(answer.rows, list.state.sort) : [];
  const mayOrder = useMayReorder() && report.reorders;
  const { selection, select, clear } = useSelection(report.name);
  const ticked = mayOrder ? rows.map(({ id }) => id).filter((id) => isSelected(selection, id)) : [];
  const name = t(`reports.name.${report.name}`);
  const found = questionAt(pathname, list.state.filters, { by: report.headings[0], measure: report.columns.find(({ main }) => main)?.id });
  const { days, before } = dayTexts(t, answer);
  const place = usePlace(list.state.filters.branch);
  const every = async (signal?: AbortSignal) => (isWhole ? rows : allOfReport(report.name, question, signal));
  const { printing, print } = usePaper(async () =>
    reportPaper({
      ...told,
      answer: answer!,
      rows: await every(),
      days,
      before,
      branches: place,
      filters: await Promise.all(
        headingFilters
          .filter(({ name }) => name !== 'branch' && asked.filters?.[name])
          .map((filter) => filterFact(t, filter, asked.filters?.[filter.name] ?? [])),
      ),
    }),
  );
  const filters: Filter[] = [
    ...(report.asks === 'period' ? [{ ...periodFilter('period', t('reports.period')), always: true }] : []),
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
    ...(isComparable(report) ? [compareFilter(translation)] : []),
    ...(report.filters ? headingFilters : [branchFilter(t('reports.by.branch'), branches)]),
  ];
  // The defaults are shown in the filters as if they were chosen.
  const shownList: List = {
    ...list,
    state: {
      ...list.state,
      filters: {
        ...(report.asks === 'period' && { period: [asked.period] }),
        ...(isComparable(report) && { compare: ['before'] }),
        ...list.state.filters,
      },
    },
  };
  return (
    <>
      <PageHead
        title={found ? t(`reports.question.${found.name}`) : name}
        tab={name}
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
                  name: [name, answer.on_day ?? answer.from, answer.to].filter(Boolean).join(' '),
                  rows: async function* (signal) {
                    yield await every(signal);
                  },
                  sort: list.state.sort,
                  count: answer.count,
                }}
                columns={allColumns}
              />
              <Button icon={Download} busy={printing !== null} onClick={() => void print('report')}>
                {t('reports.pdf')}
              </Button>
            </>
          )
        }
      />
      {report.filters && <ViewTabs list={list} all={t('reports.standard')} saved={views} onSave={saveViews} />}
      {ticked.length > 0 ? (
        <ReorderBar rows={ticked} onClear={clear} />
      ) : (
        <div className="tools flex-wrap">
          {report.headings.length > 1 && (
            <ReportShape
              report={report}
              list={list}
              asked={asked}
              headings={headings}
              measures={report.columns.filter(({ notMeasured, needs }) => !notMeasured && (!needs || can(needs)))}
            />
          )}
          <FilterBar list={shownList} filters={filters} />
        </div>
      )}
      <div className="scroll report" aria-busy={refreshing}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!answer && !error && <SkeletonTable columns={columns} rows={12} />}
        {answer && (
          <>
            {rows.length > 0 && <ReportAnswerLine {...told} answer={answer} />}
            <FigureStrip
              figures={stripOf(t, report, answer, measure?.id)}
              chosen={report.filters && measure?.id}
              onChoose={report.filters && ((id) => list.change({ filter: 'measure', values: [id] }))}
            />
            {Boolean(answer.unknown_cost || answer.without_cost) && (
              <div className="section">
                <Banner tone="warn">
                  {t('reports.unknownCost', {
                    amount: formatMoney(answer.unknown_cost ?? 0),
                    count: answer.without_cost ?? 0,
                    pieces: formatNumber(answer.without_cost ?? 0),
                  })}
                </Banner>
              </div>
            )}
            {report.name === 'tax' && <TaxChecks answer={answer} asked={asked} />}
            <ReportChart {...told} answer={answer} />
            {rows.length === 0 ? (
              <EmptyState icon={ChartNoAxesColumn} title={t('reports.empty.title')}>
                {t('reports.empty.text')}
              </EmptyState>
            ) : (
              <ListTable
                label={name}
                columns={isWhole ? columns : columns.map(({ sort: _, ...column }) => column)}
                rows={rows}
                sort={list.state.sort}
                onSort={(by) => list.change({ sort: by })}
                rowId={({ id }) => id}
                rowLabel={(row) => labelOf(translation, report, row, asked.heading)}
                rowHref={(row) => addressOf(told, row)}
                keepsTable={asked.columns !== undefined}
                {...(mayOrder && { selection, onSelect: select })}
                busy={refreshing}
              />
            )}
            {report.name === 'tax' && <TaxByBranch answer={answer} asked={asked} busy={refreshing} />}
            {answer.columns && (answer.column_count ?? 0) > answer.columns.length && (
              <p className="section muted">
                {t('reports.firstColumnsOf', { shown: formatNumber(answer.columns.length), count: formatNumber(answer.column_count ?? 0) })}
              </p>
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

/** A filter and the names of its values, for a printed report. */
async function filterFact(t: Translation['t'], filter: Filter, values: readonly string[]) {
  const known = 'options' in filter ? filter.options.filter(({ value }) => values.includes(value)) : await filter.loadLabels(values);
  return { label: filter.label, value: known.map(({ label }) => label).join(t('kit.listComma')) };
}

/** The days of the report, and those it is compared with. */
function dayTexts(t: ReturnType<typeof useTranslation>['t'], answer: ReportAnswer | undefined): { days: string; before: string | null } {
  if (!answer) return { days: '', before: null };
  const { from, to, before_from, before_to, on_day } = answer;
  const between = (first: string, last: string) =>
    first === last ? formatDate(first) : t('period.between', { from: formatDate(first), to: formatDate(last) });
  const before = before_from && before_to ? between(before_from, before_to) : null;
  if (on_day) return { days: formatDate(on_day), before };
  if (!from && !to) return { days: t(answer.from === undefined ? 'reports.now' : 'reports.allDays'), before };
  if (!from) return { days: t('period.until', { to: formatDate(to!) }), before };
  return { days: to ? between(from, to) : t('period.since', { from: formatDate(from) }), before };
}

function stripOf(t: Translation['t'], report: Report, answer: ReportAnswer, measure: Report['strip'][number] | undefined): StripFigure[] {
  // A measure that is not among them takes the place of the last one while it is chosen.
  const ids = report.filters && measure && !report.strip.includes(measure) ? [...report.strip.slice(0, -1), measure] : report.strip;
  return ids.map((id): StripFigure => {
    const kind = report.columns.find((column) => column.id === id)?.kind ?? 'money';
    const compared = answer.figures[id];
    const total = answer.totals[id];
    return {
      id,
      label: t(id === 'tax_due' && Number(compared?.now) < 0 ? 'reports.taxed.refund_due' : `reports.col.${id}`),
      figure:
        compared && compared.now !== null && isCompared(answer) && compared.before !== null
          ? // A relative change of a percentage would be mistaken for percentage points.
            { now: compared.now, before: compared.before, change: kind === 'percent' ? null : compared.change }
          : (compared?.now ?? (total as number | null | undefined)),
      isCost: report.worse?.includes(id),
      format: (value) => textOf(kind, value),
    };
  });
}
