import type { TFunction } from 'i18next';
import { nameOf } from '@/i18n/name-of.ts';

interface Place {
  branch: string;
  branch_ar: string | null;
  stock_point: string | null;
  stock_point_ar: string | null;
}

/** "Zamalek, Shop floor": a place in whichever answer it stands; the database uses the same words in all. */
export const placeName = (t: TFunction, place: Place): string =>
  [nameOf({ name: place.branch, name_ar: place.branch_ar }), place.stock_point === null ? t('stock.floor') : nameOf({ name: place.stock_point, name_ar: place.stock_point_ar })].join(t('kit.listComma'));
