import type { ReportAnswer, ReportRow } from '@/db/reports.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { percent } from '@/parts/figures/figure-strip.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';
import type { ReportQuery, Kind, Report, ReportColumn } from './reports.ts';

/** The sums in the profit and loss report. */
const SUMS = ['net_sales', 'gross_profit', 'expenses', 'profit'];
const isSum = ({ kind }: ReportRow) => kind !== undefined && SUMS.includes(kind);

/** A row's label in the user's language. */
export function labelOf({ t }: Translation, { name }: Report, row: ReportRow, heading: ReportQuery['heading']): string {
  if (heading === 'day') return formatDate(row.id);
  if (name === 'profit_and_loss' && row.kind !== 'expense') return t(`reports.account.${row.kind as PlainKeyBelow<'reports.account'>}`);
  const about = heading ?? (name === 'profit_and_loss' ? 'expense_category' : 'product');
  return nameOf(row) || t(`reports.without.${about}`);
}

/** Formats a figure; an absent one as an empty text. */
export function textOf(kind: Kind, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  switch (kind) {
    case 'money':
      return formatMoney(value as number);
    case 'percent':
      return percent(value as number);
    case 'change':
      return `${(value as number) > 0 ? '+' : ''}${percent(value as number)}`;
    case 'day':
      return formatDate(value as string);
    case 'word':
      return value as string;
    default:
      return formatNumber(value as number);
  }
}

/** Headings are wider than their figures, also in Arabic. */
function widthOf({ id, kind }: ReportColumn): string | undefined {
  if (kind === 'word') return undefined;
  return kind === 'money' || kind === 'day' || id === 'rate' || id === 'sold_lately' || id === 'received' ? '140px' : '108px';
}

/** An increase is good, except for columns in `worse`. */
const toneOf = ({ worse, columns }: Report, change: number) => {
  if (change === 0) return '';
  return change > 0 === !columns.some(({ id, main }) => main && worse?.includes(id)) ? 'positive' : 'negative';
};

function footOf(kind: Kind, value: unknown) {
  const text = textOf(kind, value);
  if (!text) return <Nil />;
  return kind === 'change' || kind === 'percent' ? <bdi className="number">{text}</bdi> : <Figure value={text} />;
}

const valueOf = ({ id, kind }: ReportColumn, row: ReportRow) => (kind === 'word' ? nameIn(row as never, id as never) : (row[id] ?? null));

export function reportColumns(
  translation: Translation,
  report: Report,
  answer: ReportAnswer | undefined,
  asked: ReportQuery,
  seesCosts: boolean,
): Column<ReportRow>[] {
  const { t } = translation;
  const headed =
    asked.heading ??
    (report.name === 'payables'
      ? 'supplier'
      : report.name === 'receivables'
        ? 'customer'
        : report.name === 'profit_and_loss'
          ? undefined
          : 'product');
  const label = (row: ReportRow) => labelOf(translation, report, row, asked.heading);
  const shown = report.columns.filter(({ costs }) => !costs || seesCosts);
  return [
    {
      id: 'name',
      label: headed ? t(`reports.by.${headed}`) : t('reports.account.title'),
      card: 'title',
      minWidth: 170,
      pinned: true,
      sheet: { value: label, kind: 'text' },
      cell: (row) => {
        const href = report.opens?.(row, asked);
        if (isSum(row))
          return (
            <b className="sum-row">
              {href ? (
                <a className="reason" href={href}>
                  <bdi>{label(row)}</bdi>
                </a>
              ) : (
                <bdi>{label(row)}</bdi>
              )}
            </b>
          );
        // In the profit and loss report only sums are bold, so its links are not.
        return href ? (
          <a className={row.kind ? 'reason' : 'record-name'} href={href}>
            <bdi>{label(row)}</bdi>
          </a>
        ) : (
          <bdi>{label(row)}</bdi>
        );
      },
      footer:
        answer && Object.keys(answer.totals).length > 0
          ? () => t('reports.rows', { count: answer.count, shown: formatNumber(answer.count) })
          : undefined,
    },
    ...shown.map((column): Column<ReportRow> => {
      const { id, kind, main, aside, late } = column;
      const isFigure = kind !== 'word' && kind !== 'day';
      return {
        id,
        label: t(`reports.col.${id}`),
        num: isFigure,
        sort: kind === 'word' ? undefined : id,
        shown: !aside,
        width: widthOf(column),
        minWidth: 120,
        group: late && t('reports.late'),
        card: main ? 'end' : isFigure && !aside ? 'figure' : kind === 'word' ? 'sub' : 'none',
        cell: (row) => {
          const value = valueOf(column, row);
          const text = textOf(kind, value);
          if (!isFigure) return text ? <bdi>{text}</bdi> : <Nil />;
          if (kind === 'change' || kind === 'percent')
            return text ? <bdi className={kind === 'change' ? `number ${toneOf(report, Number(value))}` : 'number'}>{text}</bdi> : <Nil />;
          return text ? <Figure value={text} nil={!isSum(row)} tone={main || isSum(row) ? 'emphasis' : undefined} /> : <Nil />;
        },
        footer: answer && id in answer.totals ? () => footOf(kind, answer.totals[id]) : undefined,
        sheet: { value: (row) => valueOf(column, row), kind: kind === 'money' ? 'money' : isFigure ? 'number' : 'text' },
      };
    }),
  ];
}
