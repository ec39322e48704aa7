import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AppError } from '@/db/errors.ts';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { TransferForm } from './form-state.ts';
import { placesOf } from './read-lines.ts';

/** Today's stock at both ends while a form is open: it follows the places, and other people's work. */
export function useStockAt({ id, head, lines }: TransferForm, know: (rows: readonly VariantRow[]) => void): () => void {
  const now = useRef(lines);
  useEffect(() => {
    now.current = lines;
  }, [lines]);
  const { data, refetch } = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'composing', id, head.way],
    queryFn: ({ signal }) => variantsById(now.current.map((line) => line.variantId), placesOf(head.way), signal),
    staleTime: 0,
    // Asked anew by the next form: a thousand rows are not kept for it.
    gcTime: 0,
    refetchInterval: 60_000,
    meta: { reads: ['stock_levels'] },
  });
  useEffect(() => {
    if (data?.length) know(data);
  }, [data, know]);
  return () => void refetch();
}
