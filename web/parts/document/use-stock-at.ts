import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { variantsById, type VariantPlaces, type VariantRow } from '@/parts/variant-picker/variant-row.ts';

/** Today's stock of a form's lines while it is open: it follows its places, and other people's work. What the form begins with was read at them. */
export function useStockAt(
  id: string,
  places: VariantPlaces,
  rows: readonly { variant: VariantRow }[],
  know: (variants: readonly VariantRow[]) => void,
): () => void {
  const now = useRef(rows);
  useEffect(() => {
    now.current = rows;
  }, [rows]);
  const at = JSON.stringify([id, places]);
  const [first, setFirst] = useState<string | null>(at);
  const begins = first === at;
  if (first !== null && !begins) setFirst(null);
  const { data, refetch } = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'composing', id, places],
    queryFn: ({ signal }) =>
      variantsById(
        now.current.map(({ variant }) => variant.variant_id),
        places,
        signal,
      ),
    ...(begins ? { initialData: () => rows.map(({ variant }) => variant) } : {}),
    // Asked anew by the next form: a thousand rows are not kept for it.
    gcTime: 0,
    refetchInterval: 60_000,
    meta: { reads: ['stock_levels'] },
  });
  useEffect(() => {
    // Another place's pieces say nothing of this one's.
    if (!begins) know(now.current.map(({ variant }) => ({ ...variant, at_source: null, at_target: null })));
  }, [begins, at, know]);
  useEffect(() => {
    if (data?.length) know(data);
  }, [data, know]);
  return () => void refetch();
}
