/* The printed count sheet and report, in the user's language. Drawn by lib/pdf, which is loaded on use. */
import type { TFunction } from 'i18next';
import type { CountLine, CountRow } from '@/db/counts.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PaperColumn } from '@/lib/pdf/paper.ts';
import { addUp } from '@/lib/pieces.ts';
import { goodsCells, goodsColumns } from '@/parts/document/goods-on-paper.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { placeName } from '@/parts/place-name.ts';

export type CountPaper = 'sheet' | 'report';

interface Subject {
  t: TFunction;
  currency: string;
  count: CountRow;
  scope: string;
  lines: readonly CountLine[];
  costs: boolean;
}

/** Like the screen, the count sheet hides expected quantities and leaves space to write. */
export function paperOf(kind: CountPaper, { t, currency, count, scope, lines, costs }: Subject): Written {
  const report = kind === 'report';
  const columns: PaperColumn[] = [
    // Wide enough for 13 barcode digits on one line.
    ...goodsColumns(t, report && costs ? { product: 30, variant: 20, barcode: 22 } : { variant: 20, barcode: 18 }),
    { label: t('counts.column.counted'), share: report ? 11 : 20, kind: 'figure', strong: true },
    ...(report
      ? [
          { label: t('counts.column.expected'), share: 11, kind: 'figure' as const },
          { label: t('counts.column.difference'), share: 11, kind: 'figure' as const, strong: true },
        ]
      : []),
    ...(report && costs ? [{ label: t('counts.column.value', { currency }), share: 15, kind: 'figure' as const }] : []),
  ];
  const cells = (line: CountLine) => [
    ...(report ? [formatNumber(line.counted ?? 0), formatNumber(line.expected ?? 0), formatNumber(line.difference ?? 0)] : ['']),
    ...(report && costs ? [line.value === null ? '–' : formatMoney(line.value)] : []),
  ];
  return {
    title: t(`counts.paper.${kind}`),
    number: count.number,
    status: t(`counts.status.${count.status}`),
    facts: [
      { label: t('counts.column.place'), value: placeName(t, count) },
      { label: t('counts.column.scope'), value: scope },
      { label: t('counts.column.created'), value: formatDateTime(count.created_at) },
      { label: t('counts.column.by'), value: nameOf(count.created_by) || '–' },
      ...(count.posted_at ? [{ label: t('counts.fact.postedAt'), value: formatDateTime(count.posted_at) }] : []),
    ],
    columns,
    rows: lines.map((line, index) => [...goodsCells(line, index), ...cells(line)]),
    totals: report
      ? [{ label: t('counts.column.difference'), value: formatNumber(addUp(lines.map((line) => line.difference ?? 0))), final: true }]
      : [],
    notes: count.note ? { label: t('counts.form.note'), value: count.note } : undefined,
    signatures: [t('counts.paper.countedBy'), t('counts.paper.checkedBy')],
  };
}
