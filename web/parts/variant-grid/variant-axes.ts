import { byNames } from '@/lib/row-order.ts';
import type { Spot } from './selection.ts';

export interface Shaded {
  color: string | null;
  color_ar?: string | null;
  size: string | null;
  size_ar?: string | null;
  size_position: number | null;
}

/** The colours and sizes of a product's variants, each with the first variant that has it. Sorted as in the database: colours by name,
    sizes by position, none first. */
export function axesOf<Variant extends Shaded>(variants: readonly Variant[]) {
  const firstPerValue = (axis: 'color' | 'size') => [...new Map(variants.map((variant) => [variant[axis], variant])).values()];
  const colors = firstPerValue('color').sort(byNames('color'));
  const sizes = firstPerValue('size').sort((a, b) => (a.size_position ?? -1) - (b.size_position ?? -1) || byNames<Shaded>('size')(a, b));
  const at = ({ row, column }: Spot): Variant | undefined =>
    variants.find((variant) => variant.color === colors[row]?.color && variant.size === sizes[column]?.size);
  return { colors, sizes, at };
}
