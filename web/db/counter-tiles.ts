/* The products that the counters of a branch show as tiles. */
import { rpc, rpcOf } from './calls.ts';
import type { Tiles } from './goods-index.ts';

/** With the current stock; the counter's device has those of its last request. */
export const counterTiles = (branch_id: string) =>
  rpcOf<'counter_tiles', Tiles>('counter_tiles', { branch_id }, ['stock_levels', 'products', 'branches']);

/** Replaces the favorites of a branch: at most 60 products, in their order. */
export const saveCounterTiles = (favorites: { branch_id: string; product_ids: readonly string[] }) =>
  rpc('save_counter_tiles', { ...favorites, product_ids: [...favorites.product_ids] });

export const MAX_TILES = 60;
