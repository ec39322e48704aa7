import { FLOOR, type PlaceRow } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { settings } from '@/lib/settings.ts';

const address = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values).toString()}`;
const spot = (row: PlaceRow) => ({ variant: row.variant_id, branch: row.branch_id, point: row.stock_point_id ?? FLOOR });

export const ledgerLink = (row: PlaceRow) => address('/inventory/stock/movements', { product: row.product_id, ...spot(row) });
export const adjustLink = (row: PlaceRow) => address('/inventory/stock/add', { kind: 'adjustment', ...spot(row) });

const either = (name: string | null, arabic: string | null) => (settings().language === 'ar' ? arabic || name : name);

/** "Black / M"; empty for a variant without colour and size. */
export const variantOfRow = (row: Pick<PlaceRow, 'color' | 'color_ar' | 'size' | 'size_ar'>) => [either(row.color, row.color_ar), either(row.size, row.size_ar)].filter(Boolean).join(' / ');
export const nameOfRow = (row: Pick<PlaceRow, 'product' | 'product_ar' | 'color' | 'color_ar' | 'size' | 'size_ar'>) =>
  [nameOf({ name: row.product, name_ar: row.product_ar }), variantOfRow(row)].filter(Boolean).join(' / ');
