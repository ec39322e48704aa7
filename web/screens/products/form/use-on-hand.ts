import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useBranch } from '@/db/me.ts';
import { levelsIn } from '@/db/stock.ts';
import { addUp } from '@/lib/pieces.ts';

/** Pieces by variant and in total, in the current branches; undefined if the user may not see stock or it is not loaded yet. */
export function useOnHand(productId: string, sees: boolean) {
  const { branchIds } = useBranch();
  const { data: levels } = useQuery({ ...levelsIn({ productIds: [productId], branchIds }), enabled: sees });
  const onHand = useMemo(() => {
    if (!sees || !levels) return undefined;
    const pieces = new Map<string, number>();
    for (const { variant_id, quantity } of levels) pieces.set(variant_id, addUp([pieces.get(variant_id) ?? 0, quantity]));
    return pieces;
  }, [sees, levels]);
  const total = onHand && addUp(onHand.values());
  return { levels, onHand, total };
}
