/* Cost differences: what goods that had left cost more or less than they were booked at. */
import { pagesOf, rpcOf, type Args, type RowOf } from './calls.ts';
import type { Table } from './tables.ts';

type CostDocument = 'purchase_order' | 'receipt' | 'purchase_return' | 'sale' | 'stock_entry' | 'count';

type Read = RowOf<'cost_difference_page', 'product' | 'product_id' | 'sku' | 'document_number' | 'purchase_order' | 'purchase_order_id'>;
/** `amount` is negative for a loss. */
export type CostDifferenceRow = Omit<Read, 'document_type'> & { document_type: CostDocument };

const reads: readonly Table[] = ['cost_differences', 'purchase_orders', 'receipts', 'purchase_returns', 'sales', 'stock_movements'];
export const { page: costDifferencePage, all: allCostDifferences } = pagesOf<'cost_difference_page', CostDifferenceRow>(
  'cost_difference_page',
  reads,
);
export const costDifferenceTotals = (matching: Args<'cost_difference_totals'>) =>
  rpcOf<'cost_difference_totals', { count: number; by_document: Partial<Record<CostDocument, number>>; amount: number }>(
    'cost_difference_totals',
    matching,
    reads,
  );
