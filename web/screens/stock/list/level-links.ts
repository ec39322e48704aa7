import { FLOOR, type PlaceRow } from '@/db/stock.ts';

const address = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values).toString()}`;
const spot = (row: PlaceRow) => ({ variant: row.variant_id, branch: row.branch_id, point: row.stock_point_id ?? FLOOR });

export const ledgerLink = (row: PlaceRow) => address('/inventory/stock/movements', { product: row.product_id, ...spot(row) });
export const adjustLink = (row: PlaceRow) => address('/inventory/stock/add', { kind: 'adjustment', ...spot(row) });
