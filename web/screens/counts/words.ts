import type { TFunction } from 'i18next';
import type { CountLine, CountRow } from '@/db/counts.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { settings } from '@/lib/settings.ts';

/** "Zamalek, shop floor" */
export function placeOf(t: TFunction, row: Pick<CountRow, 'branch' | 'branch_ar' | 'stock_point' | 'stock_point_ar'>): string {
  const point = row.stock_point === null ? t('stock.floor') : nameOf({ name: row.stock_point, name_ar: row.stock_point_ar });
  return [nameOf({ name: row.branch, name_ar: row.branch_ar }), point].join(t('kit.listComma'));
}

const either = (name: string | null, arabic: string | null) => (settings().language === 'ar' ? arabic || name : name);

/** "Black / M"; empty for a variant without colour and size. */
export const variantOf = (line: Pick<CountLine, 'color' | 'color_ar' | 'size' | 'size_ar'>) => [either(line.color, line.color_ar), either(line.size, line.size_ar)].filter(Boolean).join(' / ');
export const lineName = (line: Pick<CountLine, 'product' | 'product_ar' | 'color' | 'color_ar' | 'size' | 'size_ar'>) =>
  [nameOf({ name: line.product, name_ar: line.product_ar }), variantOf(line)].filter(Boolean).join(' / ');
