import type { TFunction } from 'i18next';
import type { CountDetail, CountRow } from '@/db/counts.ts';
import { nameOf } from '@/i18n/name-of.ts';

/** "Zamalek, shop floor" */
export function placeOf(t: TFunction, row: Pick<CountRow, 'branch' | 'branch_ar' | 'stock_point' | 'stock_point_ar'>): string {
  const point = row.stock_point === null ? t('stock.floor') : nameOf({ name: row.stock_point, name_ar: row.stock_point_ar });
  return [nameOf({ name: row.branch, name_ar: row.branch_ar }), point].join(t('kit.listComma'));
}

/** What a count covers: "Everything there", or the names of its categories, brands or products. */
export function scopeWords(t: TFunction, { count, scope }: CountDetail): string {
  if (count.scope === 'all') return t('counts.scope.all');
  const names = scope.map(nameOf).join(t('kit.listComma'));
  const more = count.scope_ids.length - scope.length;
  return more > 0 ? t('counts.scope.more', { names, count: more }) : names;
}
