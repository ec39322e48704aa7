import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { Spot } from './selection.ts';

/** The colours and sizes that a product's variants come in, each by the first variant that has it, sizes in their own order. */
export function axesOf(variants: readonly VariantRow[]) {
  const first = (key: (row: VariantRow) => string | null) => [...new Map(variants.map((row) => [key(row), row])).values()];
  const colors = first((row) => row.color_id);
  const sizes = first((row) => row.size_id).sort((a, b) => (a.size_position ?? -1) - (b.size_position ?? -1));
  const at = ({ row, column }: Spot): VariantRow | undefined =>
    variants.find((variant) => variant.color_id === colors[row]?.color_id && variant.size_id === sizes[column]?.size_id);
  return { colors, sizes, at };
}
