/* The printed report. */
import { cellOf, type ReportAnswer, type ReportRow } from '@/db/reports.ts';
import { currencyWord } from '@/lib/currency.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { keyLabel } from './key-label.ts';
import { labelOf, measureOf, shownColumns, textOf, type Told } from './report-columns.tsx';

interface Facts extends Told {
  answer: ReportAnswer;
  rows: readonly ReportRow[];
  days: string;
  /** The days it is compared with. */
  before: string | null;
  branches: string;
}

/** More columns do not fit on a page. */
const MAX_COLUMNS = 6;

export function reportPaper({ translation, report, answer, rows, asked, seesCosts, days, before, branches }: Facts): Written {
  const { t } = translation;
  const measure = measureOf(report, asked);
  const columns = shownColumns(report, asked, seesCosts).filter(({ aside, kind }) => !aside && kind !== 'word');
  const crossed = asked.columns && measure ? (answer.columns ?? []).slice(-MAX_COLUMNS) : [];
  const firstOfCrossed = (answer.columns?.length ?? 0) - crossed.length;
  const figures =
    asked.columns && measure
      ? [
          ...crossed.map((column, index) => ({
            label: keyLabel(translation, asked.columns!, column),
            strong: undefined as true | undefined,
            of: (row: ReportRow) => textOf(measure.kind, cellOf(row, firstOfCrossed + index)),
          })),
          { label: t('reports.col.total'), strong: true as const, of: (row: ReportRow) => textOf(measure.kind, row[measure.id]) },
        ]
      : columns.map(({ id, kind, main }) => ({
          label: t(`reports.col.${id}`),
          strong: main ? (true as const) : undefined,
          of: (row: ReportRow) => textOf(kind, row[id]),
        }));
  return {
    title: t('reports.title'),
    number: t(`reports.name.${report.name}`),
    facts: [
      { label: t('reports.period'), value: days },
      ...(before ? [{ label: t('reports.col.before'), value: before }] : []),
      { label: t('reports.branches'), value: branches },
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
