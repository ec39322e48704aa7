import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AppError } from '@/db/errors.ts';
import { variantsById, type VariantPlaces, type VariantRow } from '@/parts/variant-picker/variant-row.ts';

/** Today's stock of a form's lines while it is open: it follows its places, and other people's work. */
export function useStockAt(id: string, places: VariantPlaces, rows: readonly { variant: VariantRow }[], know: (variants: readonly VariantRow[]) => void): () => void {
  const now = useRef(rows);
  useEffect(() => {
    now.current = rows;
  }, [rows]);
  const { data, refetch } = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'composing', id, places],
    queryFn: ({ signal }) => variantsById(now.current.map(({ variant }) => variant.variant_id), places, signal),
    staleTime: 0,
    // Asked anew by the next form: a thousand rows are not kept for it.
    gcTime: 0,
    refetchInterval: 60_000,
    meta: { reads: ['stock_levels'] },
  });
  const at = JSON.stringify(places);
  const shown = useRef(at);
  useEffect(() => {
    // Another place's pieces say nothing of this one's.
    if (shown.current !== at) know(now.current.map(({ variant }) => ({ ...variant, at_source: null, at_target: null })));
    shown.current = at;
  }, [at, know]);
  useEffect(() => {
    if (data?.length) know(data);
  }, [data, know]);
  return () => void refetch();
}
