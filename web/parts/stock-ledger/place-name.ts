import type { TFunction } from 'i18next';

interface Place {
  branch: string;
  branch_ar: string | null;
  stock_point: string | null;
  stock_point_ar: string | null;
}

type Either = (name: string | null | undefined, arabic: string | null | undefined) => string;

/** "Zamalek, shop floor" */
export function placeName(place: Place, either: Either, t: TFunction): string {
  const point = place.stock_point === null ? t('stock.floor') : either(place.stock_point, place.stock_point_ar);
  return [either(place.branch, place.branch_ar), point].join(t('kit.listComma'));
}
