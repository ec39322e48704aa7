import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { postStockEntry, type PostedEntry } from '@/db/stock.ts';
import { shortagesOf, type Shortage } from '@/parts/document/shortages.ts';
import type { EntryForm } from './form-state.ts';
import { leftEmpty } from './lines.ts';

/** Lines refused for lack of stock, with the refused quantity: another quantity clears the message. */
export type Short = ReadonlyMap<string, Shortage & { quantity: string }>;
const none: Short = new Map();

/** Posts the form. The id is generated here, so that a retry posts the entry once. */
export function useSave(form: EntryForm, onSaved: (posted: PostedEntry, sent: EntryForm) => void) {
  const [short, setShort] = useState(none);
  const [failure, setFailure] = useState<AppError | null>(null);
  const saving = useMutation({
    ...write({
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
    }),
    onSuccess: onSaved,
    onError: (error, sent) => {
      const refusal = asAppError(error);
      const refused = shortagesOf(refusal);
      const quantities = new Map(sent.lines.map(({ variantId, figures }) => [variantId, figures.quantity]));
      setShort(new Map(refused.map((line) => [line.variant_id, { ...line, quantity: quantities.get(line.variant_id) ?? '' }])));
      setFailure(refused.length ? null : refusal);
    },
  });
  const forget = () => {
    setShort(none);
    setFailure(null);
  };
  const save = () => {
    setFailure(null);
    if (!saving.isPending) saving.mutate(form);
  };
  return { busy: saving.isPending, short, failure, forget, save };
}
