/* The printed report. */
import { cellOf, type ReportAnswer, type ReportRow } from '@/db/reports.ts';
import { currencyWord } from '@/lib/currency.ts';
import { minus } from '@/lib/money.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { keyLabel } from './key-label.ts';
import { labelOf, measureOf, shownColumns, textOf, valueOf, type Told } from './report-columns.tsx';
import type { ReportColumn } from './reports.ts';

interface Facts extends Told {
  answer: ReportAnswer;
  rows: readonly ReportRow[];
  days: string;
  /** The days it is compared with. */
  before: string | null;
  branches: string;
  /** What it is filtered by, besides branches. */
  filters: readonly { label: string; value: string }[];
}

/** More columns do not fit on a page. */
const MAX_COLUMNS = 6;

export function reportPaper({ translation, report, answer, rows, asked, can, days, before, branches, filters }: Facts): Written {
  const { t } = translation;
  const measure = measureOf(report, asked);
  const columns = shownColumns({ report, asked, can, answer }).filter(({ aside, kind }) => !aside && kind !== 'word');
  const figures =
    asked.columns && measure
      ? crossedFigures({ translation, answer, asked, measure })
      : columns.map(figureOf({ translation, report, asked, answer }));
  return {
    title: t('reports.title'),
    number: t(`reports.name.${report.name}`),
    facts: [
      { label: t('reports.period'), value: days },
      ...(before ? [{ label: t('reports.col.before'), value: before }] : []),
      { label: t('reports.branches'), value: branches },
      ...filters,
      ...(asked.columns && measure ? [{ label: t('reports.measure'), value: t(`reports.col.${measure.id}`) }] : []),
      { label: t('reports.currency'), value: currencyWord() },
    ],
    columns: [
      { label: asked.heading ? t(`reports.by.${asked.heading}`) : '', share: 26, kind: 'text' },
      ...figures.map(({ label, strong }) => ({ label, share: 12, kind: 'figure' as const, strong })),
    ],
    rows: rows.map((row) => [labelOf(translation, report, row, asked.heading), ...figures.map(({ of }) => of(row))]),
    totals: columns
      .filter(({ id }) => answer.totals[id] !== undefined && answer.totals[id] !== null)
      .map(({ id, kind, main }) => ({
        label: t(`reports.col.${id}`),
        value: textOf(kind, answer.totals[id]),
        ...(main && { final: true }),
      }))
      .sort((a, b) => Number('final' in a) - Number('final' in b)),
    signatures: [],
  };
}

interface PaperFigure {
  label: string;
  strong: true | undefined;
  of: (row: ReportRow) => string;
}

const figureOf =
  (told: Pick<Facts, 'translation' | 'report' | 'asked' | 'answer'>) =>
  (column: ReportColumn): PaperFigure => ({
    label: told.translation.t(`reports.col.${column.id}`),
    strong: column.main ? true : undefined,
    of: (row) => textOf(column.kind, valueOf(told, column, row)),
  });

/** The columns of the second heading that fit, the others added up where they can be, and the total. */
function crossedFigures({
  translation,
  answer,
  asked,
  measure,
}: Pick<Facts, 'translation' | 'answer' | 'asked'> & { measure: ReportColumn }): PaperFigure[] {
  const { t } = translation;
  const all = answer.columns ?? [];
  // The latest days, weeks and months, or the first of others: the largest, or in their own order.
  const isTime = asked.columns === 'day' || asked.columns === 'week' || asked.columns === 'month';
  const shown = all.map((column, index) => ({ column, index }));
  const fit = all.length <= MAX_COLUMNS ? shown : isTime ? shown.slice(1 - MAX_COLUMNS) : shown.slice(0, MAX_COLUMNS - 1);
  const isSum = !measure.isRate && (measure.kind === 'money' || measure.kind === 'pieces');
  const othersOf = (row: ReportRow) => fit.reduce((rest, { index }) => minus(rest, cellOf(row, index) ?? 0), String(row[measure.id] ?? 0));
  const others: PaperFigure = {
    label: t('reports.others', { count: (answer.column_count ?? all.length) - fit.length }),
    strong: undefined,
    of: (row) => (isSum ? textOf(measure.kind, othersOf(row)) : ''),
  };
  const figures = fit.map(
    ({ column, index }): PaperFigure => ({
      label: keyLabel(translation, asked.columns!, column),
      strong: undefined,
      of: (row) => textOf(measure.kind, cellOf(row, index)),
    }),
  );
  const total: PaperFigure = { label: t('reports.col.total'), strong: true, of: (row) => textOf(measure.kind, row[measure.id]) };
  if (fit.length === all.length) return [...figures, total];
  return isTime ? [others, ...figures, total] : [...figures, others, total];
}
