import type { ReportAnswer } from '@/db/reports.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Bars } from '@/parts/figures/bars.tsx';
import { addressOf, labelOf, type Told } from './report-columns.tsx';

/** With more bars the chart is unreadable. */
const MAX_BARS = 62;

/** The chart of a report's measure. */
export function ReportChart(told: Told & { answer: ReportAnswer }) {
  const { translation, report, answer, asked } = told;
  const { t } = translation;
  if (report.name !== 'sales' || asked.heading !== 'day' || answer.rows.length < 2 || answer.rows.length > MAX_BARS) return null;
  return (
    <Bars
      id="report-bars"
      title={t('dashboard.money.byDay', { currency: currencyWord() })}
      bars={[...answer.rows].reverse().map((row) => ({
        at: row.id,
        name: labelOf(translation, report, row, 'day'),
        tick: formatNumber(Number(row.id.slice(8))),
        now: Number(row.net),
        before: Number(row.before),
        href: addressOf(told, row) ?? '',
      }))}
    />
  );
}
