import { postStockEntry, type PostedEntry } from '@/db/stock.ts';
import { useStockSave } from '@/parts/document/use-stock-save.ts';
import type { EntryForm } from './form-state.ts';
import { leftEmpty } from './lines.ts';

/** Posts the entry. */
export const useSave = (onSaved: (posted: PostedEntry, sent: EntryForm) => void) =>
  useStockSave(
    {
      run: ({ id, head, lines }: EntryForm) =>
        postStockEntry({
          id,
          kind: head.kind,
          branch_id: head.branchId,
          stock_point_id: head.point || undefined,
          reason: head.kind === 'adjustment' ? head.reason : undefined,
          note: head.note || undefined,
          lines: lines.flatMap(({ variantId, figures }) =>
            leftEmpty(head.kind, figures.quantity)
              ? []
              : [
                  {
                    variant_id: variantId,
                    quantity: Number(figures.quantity),
                    ...(head.kind === 'opening' && figures.cost !== '' && { unit_cost: figures.cost }),
                  },
                ],
          ),
        }),
      changes: ['stock_entries', 'stock_levels', 'stock_movements'],
    },
    onSaved,
  );
