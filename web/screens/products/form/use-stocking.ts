import { useCan, useMe } from '@/db/me.ts';

/** The path for adding a product's first stock, with all its variants; undefined if the user may not add any. */
export function useStocking() {
  const can = useCan();
  const { branches } = useMe();
  return ({ id, active, branch_id }: { id: string; active: boolean; branch_id: string | null }): string | undefined => {
    const worksInBranch = branches.some((branch) => branch.access === 'work' && (branch_id === null || branch.id === branch_id));
    return can('inventory.stock.adjust') && active && worksInBranch
      ? `/inventory/stock/add?product=${id}${branch_id ? `&branch=${branch_id}` : ''}`
      : undefined;
  };
}
