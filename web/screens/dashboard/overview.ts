import { rpcOf } from '@/db/calls.ts';
import type { VariantWords } from '@/db/documents.ts';
import type { MovementRow } from '@/db/stock.ts';

interface AtBranch {
  branch_id: string;
  branch: string;
  branch_ar: string | null;
  quantity: number;
}
type OfProduct = Pick<VariantWords, 'product_id' | 'product' | 'product_ar'>;

/** A part is null where the role may not see it. */
export interface Overview {
  products: number | null;
  on_hand: number | null;
  on_hand_by_branch: AtBranch[] | null;
  /** This and the next are exact to 10,000. */
  transfers_waiting: number | null;
  low_stock_count: number | null;
  counts_open: number | null;
  transfers: { id: string; number: string; created_at: string; from_branch: string; from_branch_ar: string | null; to_branch: string; to_branch_ar: string | null; pieces: number }[] | null;
  low_stock: (AtBranch & OfProduct)[] | null;
  movements: (Omit<AtBranch, 'branch_id'> & OfProduct & Pick<VariantWords, 'color' | 'color_ar' | 'size' | 'size_ar'> & { id: number; at: string; kind: MovementRow['kind']; variant_id: string })[] | null;
}

export const overviewOf = (branchIds: string[]) =>
  rpcOf<'dashboard', Overview>('dashboard', { at_branch_ids: branchIds }, ['products', 'variants', 'stock_levels', 'stock_movements', 'stock_counts', 'transfers', 'branches']);
