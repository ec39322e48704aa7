import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Goods } from '@/db/goods-index.ts';
import type { AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import type { CartVariant, WrittenLine } from './cart.ts';

/** Fetches the variants of the lines: names from the device, stock and the current price from the server while online. */
export function useCartVariants(
  ids: readonly string[],
  rows: readonly WrittenLine[],
  goods: Goods | null,
  branchId: string,
  mergeVariants: (variants: readonly CartVariant[]) => void,
): void {
  const online = useOnline();
  const sortedIds = [...ids].sort();
  const { data } = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_page', 'counter', branchId, sortedIds],
    queryFn: ({ signal }) => variantsById(sortedIds, { source_branch_id: branchId }, signal),
    enabled: online && sortedIds.length > 0,
    staleTime: 15_000,
    refetchInterval: 60_000,
    // Keeps the known figures while a further variant is fetched.
    placeholderData: keepPreviousData,
    meta: { reads: ['stock_levels', 'products', 'variants'] },
  });
  const applyVariants = useStableCallback((variants: readonly CartVariant[]) => {
    const lineIds = new Set(ids);
    mergeVariants(variants.filter(({ variant_id }) => lineIds.has(variant_id)));
  });
  const missingIds = ids.filter((id) => !rows.some(({ variant }) => variant.variant_id === id)).join();
  const applyLocal = useStableCallback((variantIds: readonly string[]) => goods && applyVariants(goods.find({ variantIds })));
  useEffect(() => {
    if (missingIds) applyLocal(missingIds.split(','));
  }, [missingIds, applyLocal]);
  // Applies prices and names that were saved meanwhile. Ids added later are applied by the effect above.
  useEffect(() => void applyLocal(sortedIds), [goods, applyLocal]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (data?.length) applyVariants(data);
  }, [data, applyVariants]);
}
