import type { TFunction } from 'i18next';
import type { CountRow } from '@/db/counts.ts';
import { nameOf } from '@/i18n/name-of.ts';

/** "Zamalek, shop floor" */
export function placeOf(t: TFunction, row: Pick<CountRow, 'branch' | 'branch_ar' | 'stock_point' | 'stock_point_ar'>): string {
  const point = row.stock_point === null ? t('stock.floor') : nameOf({ name: row.stock_point, name_ar: row.stock_point_ar });
  return [nameOf({ name: row.branch, name_ar: row.branch_ar }), point].join(t('kit.listComma'));
}
