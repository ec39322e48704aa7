import type { TFunction } from 'i18next';
import { findNames, namesOf } from '@/db/plain-rows.ts';
import { FLOOR } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { Filter } from '@/list/column.ts';

/** A filter of the shop floor and of stock points, which are searched on the server. */
export function placeFilter(t: TFunction): Filter {
  const floor = { value: FLOOR, label: t('stock.floor') };
  const choice = (point: { id: string; name: string; name_ar?: string | null }) => ({ value: point.id, label: nameOf(point) });
  return {
    name: 'place',
    label: t('stock.filter.place'),
    search: async (words) => [floor, ...(await findNames('stock_points', words, 20)).map(choice)],
    loadLabels: async (ids) => {
      const points = ids.filter((id) => id !== FLOOR);
      return [...(ids.includes(FLOOR) ? [floor] : []), ...(points.length ? (await namesOf('stock_points', points)).map(choice) : [])];
    },
  };
}
