import type { TFunction } from 'i18next';
import type { CountDetail } from '@/db/counts.ts';
import { nameOf } from '@/i18n/name-of.ts';

/** The scope of a count: "Everything there", or the names of its categories, brands or products. */
export function scopeWords(t: TFunction, { count, scope }: CountDetail): string {
  if (count.scope === 'all') return t('counts.scope.all');
  const names = scope.map(nameOf).join(t('kit.listComma'));
  const more = count.scope_count - scope.length;
  return more > 0 ? t('counts.scope.more', { names, count: more }) : names;
}
