import type { ReportAnswer } from '@/db/reports.ts';
import { labelOf, measureOf, textOf, type Told } from './report-columns.tsx';

const isSum = (kind: string) => kind === 'money' || kind === 'pieces' || kind === 'count';

/** The answer of a report in one line: the change of its measure, and the row with the most of it. Nothing where neither can be told. */
export function ReportAnswerLine(told: Told & { answer: ReportAnswer }) {
  const { translation, report, answer, asked } = told;
  const { t } = translation;
  const measure = measureOf(report, asked);
  if (!report.filters || !measure || measure.isRate || !isSum(measure.kind)) return null;
  const change = answer.figures[measure.id]?.change ?? null;
  const most = answer.rows.reduce<ReportAnswer['rows'][number] | null>(
    (best, row) => (Number(row[measure.id]) > Number(best?.[measure.id] ?? 0) ? row : best),
    null,
  );
  const parts = [
    change !== null &&
      t(change > 0 ? 'reports.answer.up' : change < 0 ? 'reports.answer.down' : 'reports.answer.same', {
        measure: t(`reports.col.${measure.id}`),
        change: textOf('percent', Math.abs(change)),
      }),
    most &&
      answer.rows.length > 1 &&
      t('reports.answer.most', { name: labelOf(translation, report, most, asked.heading), value: textOf(measure.kind, most[measure.id]) }),
  ].filter(Boolean);
  return parts.length > 0 ? <p className="report-answer">{parts.join(' ')}</p> : null;
}
