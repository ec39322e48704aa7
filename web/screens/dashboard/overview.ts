import { rpcOf } from '@/db/calls.ts';

interface Named {
  name: string;
  name_ar: string | null;
}

/** A part is null where the role may not see it. */
export interface Overview {
  products: number | null;
  on_hand: number | null;
  on_hand_by_branch: (Named & { branch_id: string; quantity: number })[] | null;
  /** This and the next are exact to 10,000. */
  transfers_waiting: number | null;
  low_stock_count: number | null;
  counts_open: number | null;
  transfers: { id: string; number: string; created_at: string; from_branch: string; from_branch_ar: string | null; to_branch: string; to_branch_ar: string | null; pieces: number }[] | null;
  low_stock: (Named & { product_id: string; branch_id: string; branch: string; branch_ar: string | null; quantity: number })[] | null;
  movements: (Named & { id: number; at: string; kind: string; quantity: number; product_id: string; variant_id: string; branch: string; branch_ar: string | null })[] | null;
}

export const overviewOf = (branchIds: string[]) =>
  rpcOf<'dashboard', Overview>('dashboard', { at_branch_ids: branchIds }, ['products', 'variants', 'stock_levels', 'stock_movements', 'stock_counts', 'transfers', 'branches']);
