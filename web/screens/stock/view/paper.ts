/* A printed stock entry, in the user's language. Drawn by lib/pdf, which is loaded on use. */
import type { TFunction } from 'i18next';
import type { EntryDetail } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { goodsCells, goodsColumns } from '@/parts/document/goods-on-paper.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { placeName } from '@/parts/place-name.ts';

/** Formats a quantity with its sign, also a plus. */
export const signed = (quantity: number) => `${quantity > 0 ? '+' : ''}${formatNumber(quantity)}`;

export const entryPaper = (t: TFunction, { entry, items }: EntryDetail): Written => ({
  title: t('stock.entry.title'),
  number: entry.number,
  status: t(`stock.kind.${entry.kind}`),
  facts: [
    { label: t('stock.form.place'), value: placeName(t, entry) },
    { label: t('stock.entry.day'), value: formatDate(entry.business_day) },
    ...(entry.reason ? [{ label: t('stock.form.reason'), value: t(`stock.reason.${entry.reason}`) }] : []),
    { label: t('stock.form.lines'), value: formatNumber(entry.lines) },
    { label: t('stock.entry.by'), value: nameOf(entry.created_by) || '–' },
  ],
  columns: [...goodsColumns(t), { label: t('stock.ledger.column.quantity'), share: 14, kind: 'figure', strong: true }],
  rows: items.map((line, index) => [...goodsCells(line, index), signed(line.quantity)]),
  totals: [{ label: t('stock.entry.pieces'), value: signed(entry.pieces), final: true }],
  ...(entry.note ? { notes: { label: t('stock.form.note'), value: entry.note } } : {}),
  signatures: [t('stock.entry.signedBy'), t('stock.entry.checkedBy')],
});
