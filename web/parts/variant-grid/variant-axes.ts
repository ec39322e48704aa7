import { compareWords } from '@/lib/row-order.ts';
import type { Spot } from './selection.ts';

export interface Shaded {
  color: string | null;
  size: string | null;
  size_position: number | null;
}

const byName = (a: string | null, b: string | null) => Number(a !== null) - Number(b !== null) || compareWords(a ?? '', b ?? '');

/** The colours and sizes of a product's variants, each with the first variant that has it. Sorted as in the database: colours by name,
    sizes by position, none first. */
export function axesOf<Variant extends Shaded>(variants: readonly Variant[]) {
  const firstPerValue = (axis: 'color' | 'size') => [...new Map(variants.map((variant) => [variant[axis], variant])).values()];
  const colors = firstPerValue('color').sort((a, b) => byName(a.color, b.color));
  const sizes = firstPerValue('size').sort((a, b) => (a.size_position ?? -1) - (b.size_position ?? -1) || byName(a.size, b.size));
  const at = ({ row, column }: Spot): Variant | undefined =>
    variants.find((variant) => variant.color === colors[row]?.color && variant.size === sizes[column]?.size);
  return { colors, sizes, at };
}
