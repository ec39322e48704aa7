import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { variantsById, type VariantPlaces, type VariantRow } from '@/parts/variant-picker/variant-row.ts';

/** Keeps the stock of a form's lines current: it follows changes of the places and of other users. The initial rows already have it. */
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
    queryKey: ['variant_page', 'composing', id, places],
    queryFn: ({ signal }) =>
      variantsById(
        now.current.map(({ variant }) => variant.variant_id),
        places,
        signal,
      ),
    ...(begins ? { initialData: () => rows.map(({ variant }) => variant) } : {}),
    // Not cached: up to a thousand rows, which the next form reads again.
    gcTime: 0,
    refetchInterval: 60_000,
    meta: { reads: ['stock_levels'] },
  });
  useEffect(() => {
    // Clears the stock, which is that of another place.
    if (!begins) know(now.current.map(({ variant }) => ({ ...variant, at_source: null, at_target: null })));
  }, [begins, at, know]);
  useEffect(() => {
    if (data?.length) know(data);
  }, [data, know]);
  return () => void refetch();
}
