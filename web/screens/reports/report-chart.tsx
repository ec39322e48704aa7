import { cellOf, type ReportAnswer, type ReportColumnHead, type ReportRow } from '@/db/reports.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMonth, today } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Chart } from '@/parts/figures/chart.tsx';
import type { Drawing, Mark } from '@/parts/figures/drawing.ts';
import { keyLabel } from './key-label.ts';
import { addressOf, labelOf, measureOf, textOf, type Told } from './report-columns.tsx';
import type { Heading } from './reports.ts';
import { lastDayOf } from './rows-behind.ts';

/** With more marks a chart is unreadable. */
const MAX_MARKS = 62;
const MAX_PANELS = 6;

const alongTime: readonly Heading[] = ['day', 'week', 'month', 'weekday', 'hour'];
const isAlongTime = (heading: Heading | undefined) => heading !== undefined && alongTime.includes(heading);

/** The short name below a mark. */
function tickOf(heading: Heading, key: string): string | undefined {
  if (heading === 'day' || heading === 'week') return formatNumber(Number(key.slice(8)));
  if (heading === 'month') return formatMonth(key).split(' ')[0];
  return heading === 'hour' ? formatNumber(Number(key)) : undefined;
}

/** A day, week or month that is not over. */
const isUnfinished = (heading: Heading, key: string) => (lastDayOf[heading]?.(key) ?? '') >= today();

/** The chart of a report's measure: bars along time, a panel for each of a few rows, or the largest rows. */
export function ReportChart(told: Told & { answer: ReportAnswer }) {
  const { translation, report, answer, asked } = told;
  const { t } = translation;
  const { heading, columns } = asked;
  const measure = measureOf(report, asked);
  if (!report.filters || !heading || !measure || answer.rows.length < 2) return null;
  const compares = Boolean(answer.before_from);
  const valueOf = (value: unknown) => Number(value ?? 0);
  const rowMark = (row: ReportRow): Mark => ({
    key: row.id,
    name: labelOf(translation, report, row, heading),
    tick: tickOf(heading, row.id),
    now: valueOf(row[measure.id]),
    before: compares ? valueOf(row.before) : null,
    isUnfinished: isUnfinished(heading, row.id),
    href: addressOf(told, row),
  });
  const cellMark = (row: ReportRow, column: ReportColumnHead, index: number): Mark => ({
    key: column.id,
    name: keyLabel(translation, columns!, column),
    tick: tickOf(columns!, column.id),
    now: valueOf(cellOf(row, index)),
    before: compares ? valueOf(cellOf(row, index, 'cells_before')) : null,
    isUnfinished: isUnfinished(columns!, column.id),
    href: addressOf(told, row, column),
  });
  const drawing = ((): Drawing | null => {
    if (columns && isAlongTime(columns) && answer.rows.length <= MAX_PANELS && (answer.columns?.length ?? 0) <= MAX_MARKS)
      return {
        kind: 'panels',
        panelsBy: t(`reports.by.${heading}`),
        panels: answer.rows.map((row) => ({
          key: row.id,
          name: labelOf(translation, report, row, heading),
          change: row.change as number | null,
          isCost: report.worse?.includes(measure.id),
          marks: (answer.columns ?? []).map((column, index) => cellMark(row, column, index)),
        })),
      };
    if (!isAlongTime(heading))
      return { kind: 'ranks', marks: answer.rows.map(rowMark), isRate: measure.kind === 'percent' || measure.isRate };
    if (answer.rows.length > MAX_MARKS) return null;
    // Days, weeks and months come newest first.
    const inTime = heading === 'weekday' || heading === 'hour' ? answer.rows : [...answer.rows].reverse();
    return { kind: 'bars', marks: inTime.map(rowMark) };
  })();
  if (!drawing) return null;
  const along = drawing.kind === 'panels' ? columns! : heading;
  // Lower case within a title; Arabic has none.
  const title = t('reports.chartOf', { measure: t(`reports.col.${measure.id}`), by: t(`reports.by.${along}`).toLowerCase() });
  return (
    <Chart
      title={measure.kind === 'money' ? `${title} (${currencyWord()})` : title}
      by={t(`reports.by.${along}`)}
      now={t('dashboard.money.now')}
      before={compares ? t('reports.col.before') : undefined}
      unfinished={t('reports.unfinished')}
      format={(value) => textOf(measure.kind, value)}
      drawing={drawing}
    />
  );
}
