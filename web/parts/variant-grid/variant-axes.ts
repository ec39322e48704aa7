import { compareWords } from '@/lib/row-order.ts';
import type { Spot } from './selection.ts';

export interface Shaded {
  color: string | null;
  size: string | null;
  size_position: number | null;
}

const byName = (a: string | null, b: string | null) => Number(a !== null) - Number(b !== null) || compareWords(a ?? '', b ?? '');

/** The colours and sizes that a product's variants come in, each by the first variant that has it, in the order of every list of the database:
    colours by their name, sizes by their own position, and what has none first. */
export function axesOf<Variant extends Shaded>(variants: readonly Variant[]) {
  const first = (axis: 'color' | 'size') => [...new Map(variants.map((variant) => [variant[axis], variant])).values()];
  const colors = first('color').sort((a, b) => byName(a.color, b.color));
  const sizes = first('size').sort((a, b) => (a.size_position ?? -1) - (b.size_position ?? -1) || byName(a.size, b.size));
  const at = ({ row, column }: Spot): Variant | undefined =>
    variants.find((variant) => variant.color === colors[row]?.color && variant.size === sizes[column]?.size);
  return { colors, sizes, at };
}
