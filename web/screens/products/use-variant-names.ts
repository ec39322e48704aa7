import { useQuery } from '@tanstack/react-query';
import { nameOf } from '@/i18n/name-of.ts';
import { colorsOf, sizesOf } from './product-questions.ts';

/** A variant's name such as "Navy / L"; empty for a variant without colour and size. */
export function useVariantNames() {
  const { data: colors } = useQuery(colorsOf());
  const { data: sizes } = useQuery(sizesOf());
  return ({ color_id, size_id }: { color_id: string | null; size_id: string | null }): string =>
    [nameOf(colors?.rows.find((color) => color.id === color_id)), nameOf(sizes?.rows.find((size) => size.id === size_id))]
      .filter(Boolean)
      .join(' / ');
}
