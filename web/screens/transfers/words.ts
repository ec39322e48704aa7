import type { TFunction } from 'i18next';
import type { TransferRow } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';

type Ends = Pick<
  TransferRow,
  | 'from_branch' | 'from_branch_ar' | 'from_branch_id' | 'from_stock_point' | 'from_stock_point_ar' | 'from_stock_point_id'
  | 'to_branch' | 'to_branch_ar' | 'to_branch_id' | 'to_stock_point' | 'to_stock_point_ar' | 'to_stock_point_id'
>;

/** An end in words. Within one branch the branch says nothing, so the place does: "Zamalek, Shop floor". */
export function endName(t: TFunction, row: Ends, end: 'from' | 'to'): string {
  const from = end === 'from';
  const branch = nameOf({ name: from ? row.from_branch : row.to_branch, name_ar: from ? row.from_branch_ar : row.to_branch_ar });
  const pointId = from ? row.from_stock_point_id : row.to_stock_point_id;
  const name = from ? row.from_stock_point : row.to_stock_point;
  if (pointId) {
    const point = nameOf({ name: name ?? '', name_ar: from ? row.from_stock_point_ar : row.to_stock_point_ar });
    return point ? t('transfers.place.of', { branch, point }) : branch;
  }
  return row.from_branch_id === row.to_branch_id ? t('transfers.place.of', { branch, point: t('transfers.place.floor') }) : branch;
}

/** The other end of a way that is being told: within one branch its name was said already. */
export function arrivalName(t: TFunction, row: Ends): string {
  if (row.from_branch_id !== row.to_branch_id) return endName(t, row, 'to');
  return row.to_stock_point_id ? nameOf({ name: row.to_stock_point ?? '', name_ar: row.to_stock_point_ar }) : t('transfers.place.floor');
}
