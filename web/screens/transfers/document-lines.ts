import { useQuery } from '@tanstack/react-query';
import { transferItems, type TransferItem } from '@/db/transfers.ts';
import type { AppError } from '@/db/errors.ts';
import { lineTotal, sum } from '@/lib/money.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { nowhere } from './places.ts';
import { variantsById } from './read-lines.ts';

export interface DocumentLine extends TransferItem {
  /** Absent where the reader may not see the product. */
  variant: VariantRow | undefined;
  /** Frozen at approval; before it, today's cost where it is known. */
  cost: number | null;
}

/** The lines of a saved transfer with their variants. */
export function useDocumentLines(transferId: string, enabled: boolean, costs: ReadonlyMap<string, number | null>) {
  const items = useQuery({ ...transferItems(transferId), enabled });
  const ids = items.data?.map((item) => item.variant_id) ?? [];
  const variants = useQuery<Map<string, VariantRow>, AppError>({
    queryKey: ['variant_list', 'document', transferId, ids],
    queryFn: async ({ signal }) => {
      const rows = await variantsById(ids, { from: nowhere, to: nowhere }, signal);
      return new Map(rows.map((row) => [row.variant_id, row]));
    },
    enabled: ids.length > 0,
    meta: { reads: ['products', 'variants'] },
  });
  const lines: DocumentLine[] | undefined = items.data?.map((item) => ({
    ...item,
    variant: variants.data?.get(item.variant_id),
    cost: item.unit_cost ?? costs.get(item.variant_id) ?? null,
  }));
  return {
    items: items.data,
    lines: variants.isPending && ids.length > 0 ? undefined : lines,
    // A reader without products still sees quantities.
    error: items.error,
    retry: () => void items.refetch(),
  };
}

/** Rounded half up line by line, as the database does at approval. Null while a cost is unknown. */
export function goodsOf(lines: readonly { quantity: number | string; cost: number | null }[]): string | null {
  if (lines.some((line) => line.cost === null)) return null;
  return sum(lines.map((line) => lineTotal({ quantity: line.quantity, price: line.cost ?? 0 })));
}
