/* The printed report. */
import type { ReportAnswer, ReportRow } from '@/db/reports.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { labelOf, textOf } from './report-columns.tsx';
import type { ReportQuery, Report } from './reports.ts';

interface Facts {
  answer: ReportAnswer;
  rows: readonly ReportRow[];
  asked: ReportQuery;
  seesCosts: boolean;
  days: string;
  /** The days it is compared with. */
  before: string | null;
  branches: string;
}

export function reportPaper(
  translation: Translation,
  report: Report,
  { answer, rows, asked, seesCosts, days, before, branches }: Facts,
): Written {
  const { t } = translation;
  const columns = report.columns.filter(({ costs, aside, kind }) => !aside && kind !== 'word' && (!costs || seesCosts));
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
      ...columns.map(({ id, main }) => ({ label: t(`reports.col.${id}`), share: 12, kind: 'figure' as const, strong: main })),
    ],
    rows: rows.map((row) => [labelOf(translation, report, row, asked.heading), ...columns.map(({ id, kind }) => textOf(kind, row[id]))]),
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
