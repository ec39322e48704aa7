import { recordReturn, returnStockChanges } from '@/db/purchase-returns.ts';
import { useStockSave } from '@/parts/document/use-stock-save.ts';
import type { ReturnForm } from './form-state.ts';
import { leftEmpty, type GoodsById } from './lines.ts';

/** Records the return. */
export const useSave = (goods: GoodsById, onSaved: (saved: { id: string; number: string }) => void) =>
  useStockSave(
    {
      run: ({ id, head, lines }: ReturnForm) =>
        recordReturn({
          id,
          header: {
            supplier_id: head.supplierId,
            branch_id: head.branchId,
            stock_point_id: head.point || null,
            reason: head.reason,
            reference: head.reference.trim() || null,
            note: head.note.trim() || null,
          },
          lines: lines
            .filter(({ figures }) => !leftEmpty(figures))
            .map(({ variantId, figures: { quantity, cost } }) => {
              const receiptLine = goods.get(variantId)?.receipt_item_id ?? null;
              return {
                variant_id: variantId,
                quantity,
                receipt_item_id: receiptLine,
                ...(receiptLine === null && cost !== '' && { unit_cost: cost }),
              };
            }),
        }),
      changes: returnStockChanges,
    },
    onSaved,
  );
