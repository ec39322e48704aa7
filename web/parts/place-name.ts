/* Names of places. All answers of the database use the same fields, with `from_` and `to_` for the two ends of a transfer. */
import type { TFunction } from 'i18next';
import type { PlaceWords } from '@/db/documents.ts';
import { nameIn } from '@/i18n/name-of.ts';

type Ends = { from_branch_id: string; to_branch_id: string } & {
  [Word in keyof PlaceWords as `${'from' | 'to'}_${Word}`]: PlaceWords[Word];
};

/** '' where the user may not see the stock point. */
export const pointName = (t: TFunction, place: Omit<PlaceWords, 'branch' | 'branch_ar'>): string =>
  place.stock_point_id === null ? t('stock.floor') : nameIn(place, 'stock_point');

/** "Zamalek, Shop floor" */
export function placeName(t: TFunction, place: PlaceWords): string {
  const [branch, point] = [nameIn(place, 'branch'), pointName(t, place)];
  return point ? t('stock.place', { branch, point }) : branch;
}

const endOf = (row: Ends, end: 'from' | 'to'): PlaceWords => ({
  branch: row[`${end}_branch`],
  branch_ar: row[`${end}_branch_ar`],
  stock_point_id: row[`${end}_stock_point_id`],
  stock_point: row[`${end}_stock_point`],
  stock_point_ar: row[`${end}_stock_point_ar`],
});

/** An end of a transfer. Between branches, a shop floor is named by its branch only. */
export function endName(t: TFunction, row: Ends, end: 'from' | 'to'): string {
  const place = endOf(row, end);
  return row.from_branch_id !== row.to_branch_id && place.stock_point_id === null ? nameIn(place, 'branch') : placeName(t, place);
}

/** The destination, after the source has been named: within one branch without the branch. */
export const arrivalName = (t: TFunction, row: Ends): string =>
  row.from_branch_id === row.to_branch_id ? pointName(t, endOf(row, 'to')) : endName(t, row, 'to');
