import { cellOf, type ReportAnswer, type ReportRow } from '@/db/reports.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Choice } from '@/kit/fields.ts';
import type { Column } from '@/list/column.ts';
import { percent } from '@/parts/figures/figure-strip.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';
import { keyLabel } from './key-label.ts';
import type { Heading, Kind, Report, ReportColumn, ReportQuery } from './reports.ts';
import { behindOf, openedBy, rowsBehind } from './rows-behind.ts';

/** The sums in the reports of profit and loss and of tax. */
const SUMS = ['net_sales', 'gross_profit', 'expenses', 'profit', 'output_tax', 'input_tax', 'tax_due'];
/** Only in the report of tax, the expenses are those of a rate. */
const isSum = ({ kind, tax_amount }: ReportRow) =>
  kind !== undefined && SUMS.includes(kind) && !(kind === 'expenses' && tax_amount !== undefined);

const isRefund = ({ kind, tax_amount }: ReportRow) => kind === 'tax_due' && Number(tax_amount) < 0;

/** "Sales: VAT 14% (Standard)"; a refund is named as such. */
function taxLabel({ t }: Translation, row: ReportRow): string {
  if (isRefund(row)) return t('reports.taxed.refund_due');
  const kind = t(`reports.taxed.${row.kind as PlainKeyBelow<'reports.taxed'>}`);
  if (isSum(row)) return kind;
  const rate =
    row.tax_rate_id === null
      ? t(Number(row.tax_amount) === 0 ? 'reports.without.tax_rate' : 'reports.taxWithoutRate')
      : t('reports.taxRate', {
          name: nameOf(row),
          percent: formatNumber(row.percentage ?? 0),
          kind: t(`fields.choice.${row.tax_kind as Choice}`),
        });
  return t('reports.taxedAt', { kind, rate });
}

/** A row's label in the user's language. */
export function labelOf(translation: Translation, { name }: Report, row: ReportRow, heading: ReportQuery['heading']): string {
  const { t } = translation;
  if (heading) return keyLabel(translation, heading, row);
  if (name === 'tax') return taxLabel(translation, row);
  if (name === 'profit_and_loss' && row.kind !== 'expense') return t(`reports.account.${row.kind as PlainKeyBelow<'reports.account'>}`);
  return nameOf(row) || t(`reports.without.${name === 'profit_and_loss' ? 'expense_category' : 'product'}`);
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

/** As wide as its figures and its heading need. */
function widthOf({ kind }: ReportColumn, label: string): string | undefined {
  if (kind === 'word') return undefined;
  return `${Math.max(kind === 'money' || kind === 'day' ? 140 : 108, Math.ceil(label.length * 7.2 + 30))}px`;
}

/** The lines of profit and loss whose amounts are paid or lost: more of them is worse. */
const COSTS = ['returns', 'cost', 'damaged', 'expense', 'expenses'];

/** An increase is good, except of a measure in `worse` and of costs. */
const toneOf = ({ worse }: Report, measure: string | undefined, change: number, kind?: string) => {
  if (change === 0) return '';
  const isWorse = worse?.some((id) => id === measure) || (kind !== undefined && COSTS.includes(kind));
  return change > 0 === !isWorse ? 'positive' : 'negative';
};

/** The figure of a row. Its share of the total is of the measure. */
export function valueOf({ report, asked, answer }: Pick<Told, 'report' | 'asked' | 'answer'>, { id, kind }: ReportColumn, row: ReportRow) {
  if (kind === 'word') return nameIn(row as never, id as never);
  if (id !== 'share') return row[id] ?? null;
  const measure = measureOf(report, asked)?.id ?? id;
  const total = Number(answer?.totals[measure] ?? 0);
  return total === 0 ? null : Math.round((Number(row[measure] ?? 0) * 1000) / total) / 10;
}

/** The measure that is compared: the asked one, otherwise the main one. */
export const measureOf = ({ columns }: Report, { measure }: ReportQuery): ReportColumn | undefined =>
  columns.find(({ id, main }) => (measure ? id === measure : main));

/** Whether the report is compared with other days. */
export const isCompared = (answer: ReportAnswer | undefined): boolean => Boolean(answer?.before_from);

/** Those that the user may see; of a report of the engine with the comparison, whose figures have the kind of its measure. */
export function shownColumns({ report, asked, can, answer }: Pick<Told, 'report' | 'asked' | 'can' | 'answer'>): ReportColumn[] {
  const columns = report.columns.filter(({ needs }) => !needs || can(needs));
  const measure = measureOf(report, asked);
  if (!report.filters || !measure) return columns;
  const compared: ReportColumn[] = isCompared(answer)
    ? [
        { id: 'before', kind: measure.kind, aside: true },
        { id: 'change', kind: 'change' },
      ]
    : [];
  return [
    ...columns.map((column) => ({
      ...column,
      main: column.id === measure.id,
      aside: Boolean(column.aside) && column.id !== measure.id,
    })),
    ...compared,
  ];
}

/** A figure in a row, column or total, which opens its rows. */
function Shown({
  kind,
  value,
  href,
  tone,
  nil = true,
}: {
  kind: Kind;
  value: unknown;
  href?: string | undefined;
  tone?: string;
  nil?: boolean;
}) {
  const text = textOf(kind, value);
  if (!text) return <Nil />;
  const isPlain = kind === 'change' || kind === 'percent' || kind === 'word' || kind === 'day';
  const figure = isPlain ? (
    <bdi className={kind === 'word' || kind === 'day' ? undefined : ['number', tone].filter(Boolean).join(' ')}>{text}</bdi>
  ) : (
    <Figure value={text} nil={nil} tone={tone as 'emphasis'} />
  );
  return href && Number(value) !== 0 ? (
    <a className="figure-link" href={href}>
      {figure}
    </a>
  ) : (
    figure
  );
}

export interface Told {
  translation: Translation;
  report: Report;
  answer: ReportAnswer | undefined;
  asked: ReportQuery;
  /** What the user may do. */
  can: (permission: PermissionName) => boolean;
}

/** The address behind a row, a column, both or everything. */
export function addressOf({ report, answer, asked, can }: Told, row?: ReportRow, column?: { id: string }): string | undefined {
  const record = row && !column ? openedBy(report, row, asked, answer ?? {}, can) : undefined;
  if (record || !answer || !behindOf(report, asked)?.permissions.every(can)) return record;
  return rowsBehind(report, asked, answer, {
    ...(row && asked.heading && { [asked.heading]: row.id }),
    ...(column && asked.columns && { [asked.columns]: column.id }),
  });
}

const headOf = ({ name }: Report, heading: Heading | undefined): Heading | undefined =>
  heading ??
  (name === 'payables'
    ? 'supplier'
    : name === 'receivables'
      ? 'customer'
      : name === 'profit_and_loss' || name === 'tax'
        ? undefined
        : 'product');

function nameColumn(told: Told): Column<ReportRow> {
  const { translation, report, answer, asked } = told;
  const { t } = translation;
  const head = headOf(report, asked.heading);
  const label = (row: ReportRow) => labelOf(translation, report, row, asked.heading);
  return {
    id: 'name',
    label: head ? t(`reports.by.${head}`) : t('reports.account.title'),
    card: 'title',
    minWidth: 170,
    pinned: true,
    sheet: { value: label, kind: 'text' },
    cell: (row) => {
      const href = addressOf(told, row);
      const text = <bdi>{label(row)}</bdi>;
      // In the profit and loss report only sums are bold, so its links are not.
      const shown = href ? (
        <a className={row.kind ? 'reason' : 'record-name'} href={href}>
          {text}
        </a>
      ) : (
        text
      );
      return isSum(row) ? <b className="sum-row">{shown}</b> : shown;
    },
    footer:
      answer && Object.keys(answer.totals).length > 0
        ? () => t('reports.rows', { count: answer.count, shown: formatNumber(answer.count) })
        : undefined,
  };
}

/** The columns of a report by one heading: its figures. */
export function reportColumns(told: Told): Column<ReportRow>[] {
  const { translation, report, answer, asked } = told;
  const { t } = translation;
  const measure = measureOf(report, asked);
  return [
    nameColumn(told),
    ...shownColumns(told).map((column): Column<ReportRow> => {
      const { id, kind, main, aside, late } = column;
      const isFigure = kind !== 'word' && kind !== 'day';
      return {
        id,
        label: t(`reports.col.${id}`),
        num: isFigure,
        sort: kind === 'word' ? undefined : id === 'share' ? measure?.id : id,
        shown: !aside,
        width: widthOf(column, t(`reports.col.${id}`)),
        minWidth: 120,
        group: late && t('reports.late'),
        card: main ? 'end' : isFigure && !aside ? 'figure' : kind === 'word' ? 'sub' : 'none',
        cell: (row) => {
          const value = valueOf(told, column, row);
          const tone = kind === 'change' ? toneOf(report, measure?.id, Number(value), row.kind) : main || isSum(row) ? 'emphasis' : '';
          return (
            <Shown
              kind={kind}
              value={value}
              tone={tone}
              nil={!isSum(row)}
              href={main && report.filters ? addressOf(told, row) : undefined}
            />
          );
        },
        footer:
          answer && id in answer.totals
            ? () => <Shown kind={kind} value={answer.totals[id]} nil={false} href={main && report.filters ? addressOf(told) : undefined} />
            : undefined,
        sheet: { value: (row) => valueOf(told, column, row), kind: kind === 'money' ? 'money' : isFigure ? 'number' : 'text' },
      };
    }),
  ];
}

/** The columns of a report by two headings: one measure under the keys of the second, its total and comparison. */
export function crossedColumns(told: Told): Column<ReportRow>[] {
  const { translation, report, answer, asked } = told;
  const { t } = translation;
  const measure = measureOf(report, asked);
  const columnHeading = asked.columns;
  if (!measure || !columnHeading) return [];
  const kind = measure.kind;
  const sheetKind = kind === 'money' ? 'money' : 'number';
  const width = kind === 'money' ? '118px' : '92px';
  return [
    nameColumn(told),
    ...(answer?.columns ?? []).map(
      (column, index): Column<ReportRow> => ({
        id: `column:${column.id}`,
        label: keyLabel(translation, columnHeading, column),
        num: true,
        width,
        card: 'none',
        cell: (row) => <Shown kind={kind} value={cellOf(row, index)} href={addressOf(told, row, column)} />,
        footer: () => <Shown kind={kind} value={column.now} nil={false} href={addressOf(told, undefined, column)} />,
        sheet: { value: (row) => cellOf(row, index), kind: sheetKind },
      }),
    ),
    ...(isCompared(answer) ? (['total', 'before', 'change'] as const) : (['total'] as const)).map((id): Column<ReportRow> => {
      const key = id === 'total' ? measure.id : id;
      const shownKind = id === 'change' ? 'change' : kind;
      return {
        id,
        label: t(`reports.col.${id}`),
        num: true,
        sort: key,
        width: id === 'change' ? '92px' : '132px',
        card: id === 'total' ? 'end' : 'figure',
        cell: (row) => (
          <Shown
            kind={shownKind}
            value={row[key]}
            tone={id === 'total' ? 'emphasis' : id === 'change' ? toneOf(report, measure.id, Number(row[key])) : ''}
            href={id === 'total' ? addressOf(told, row) : undefined}
          />
        ),
        footer:
          answer &&
          (() => <Shown kind={shownKind} value={answer.totals[key]} nil={false} href={id === 'total' ? addressOf(told) : undefined} />),
        sheet: { value: (row) => row[key] ?? null, kind: id === 'change' ? 'number' : sheetKind },
      };
    }),
  ];
}
