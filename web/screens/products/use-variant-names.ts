import { useQuery } from '@tanstack/react-query';
import { nameOf } from '@/i18n/name-of.ts';
import { colorsQuery, sizesQuery } from './product-queries.ts';

/** Returns a function that names a variant, such as "Navy / L"; empty for a variant without colour and size. */
export function useVariantNames() {
  const { data: colors } = useQuery(colorsQuery());
  const { data: sizes } = useQuery(sizesQuery());
  return ({ color_id, size_id }: { color_id: string | null; size_id: string | null }): string =>
    [nameOf(colors?.rows.find((color) => color.id === color_id)), nameOf(sizes?.rows.find((size) => size.id === size_id))]
      .filter(Boolean)
      .join(' / ');
}
