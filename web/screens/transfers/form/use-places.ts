import { useQuery } from '@tanstack/react-query';
import { useCan, useMe } from '@/db/me.ts';
import type { Named } from '@/db/plain-rows.ts';
import { listOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Place, TransferEnds } from './places.ts';

const placeQuery = { select: ['id', 'name', 'name_ar', 'active'], sort: [['name']], limit: 500 } as const;

/** Branches and stock points, and the name of each place. */
export function usePlaces() {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const branches = useQuery(listOf('branches', placeQuery));
  const stockPoints = useQuery({ ...listOf('stock_points', placeQuery), enabled: can('inventory.stock_points.view') });
  const known = branches.data?.rows ?? [];
  // Only the owner can choose closed branches as a source.
  const sources = [
    ...me.branches.filter((branch) => branch.access === 'work'),
    ...(me.role.is_owner ? known.filter((branch) => !branch.active) : []),
  ];
  // A closed place takes no goods, but its goods may leave.
  const targets = branches.data ? known.filter((branch) => branch.active) : me.branches;
  const points = stockPoints.data?.rows ?? [];

  const name = (list: readonly Named[], id: string) => nameOf(list.find((place) => place.id === id));
  /** Within one branch a place is named without its branch. */
  const nameOfPlace = (place: Place, ends: TransferEnds): string => {
    if (!place.branchId) return '–';
    const branch = name(known, place.branchId) || name(me.branches, place.branchId);
    const point = place.stockPointId ? name(points, place.stockPointId) : '';
    if (ends.from.branchId === ends.to.branchId) return point || t('stock.floor');
    return point ? t('stock.place', { branch, point }) : branch;
  };
  return { sources, targets, points, nameOfPlace };
}
