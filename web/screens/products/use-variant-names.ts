import { useQuery } from '@tanstack/react-query';
import { nameOf } from '@/i18n/name-of.ts';
import { colorsOf, sizesOf } from './product-questions.ts';

/** "Navy / L" of a variant; empty for the plain one. */
export function useVariantNames() {
  const { data: colors } = useQuery(colorsOf());
  const { data: sizes } = useQuery(sizesOf());
  return ({ color_id, size_id }: { color_id: string | null; size_id: string | null }): string =>
    [nameOf(colors?.rows.find((color) => color.id === color_id)), nameOf(sizes?.rows.find((size) => size.id === size_id))]
      .filter(Boolean)
      .join(' / ');
}
