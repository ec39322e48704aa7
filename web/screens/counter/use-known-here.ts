import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Goods } from '@/db/goods-index.ts';
import type { AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import type { CartVariant, WrittenLine } from './cart.ts';

/** Fetches the variants of the lines: names from the device, stock and today's price from the server while online. */
export function useKnownHere(
  ids: readonly string[],
  rows: readonly WrittenLine[],
  goods: Goods | null,
  branchId: string,
  know: (variants: readonly CartVariant[]) => void,
): void {
  const online = useOnline();
  const asked = [...ids].sort();
  const { data } = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'counter', branchId, asked],
    queryFn: ({ signal }) => variantsById(asked, { source_branch_id: branchId }, signal),
    enabled: online && asked.length > 0,
    staleTime: 15_000,
    refetchInterval: 60_000,
    // Keeps the known figures while a further variant is fetched.
    placeholderData: keepPreviousData,
    meta: { reads: ['stock_levels', 'products', 'variants'] },
  });
  const learn = useStableCallback((heard: readonly CartVariant[], isNear: boolean) => {
    const before = new Map(rows.map(({ variant }) => [variant.variant_id, variant]));
    const wanted = new Set(ids);
    know(
      heard
        .filter(({ variant_id }) => wanted.has(variant_id))
        .map((variant) => {
          const known = before.get(variant.variant_id);
          return {
            ...known,
            ...variant,
            at_source: isNear ? (known?.at_source ?? null) : variant.at_source,
            max_discount: variant.max_discount ?? known?.max_discount,
          };
        }),
    );
  });
  const unnamed = ids.filter((id) => !rows.some(({ variant }) => variant.variant_id === id)).join();
  const name = useStableCallback((which: readonly string[]) => goods && learn(goods.find({ variantIds: which }), true));
  useEffect(() => {
    if (unnamed) name(unnamed.split(','));
  }, [unnamed, name]);
  // Applies prices and names that were saved meanwhile.
  useEffect(() => void name(asked), [goods, name]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    if (data?.length) learn(data, false);
  }, [data, learn]);
}
