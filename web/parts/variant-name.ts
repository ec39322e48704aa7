/* How a variant and its product are called, in whichever answer they stand: the database uses the same words in all. */
import { settings } from '@/lib/settings.ts';

interface OfProduct {
  product?: string | null;
  product_ar?: string | null;
}

interface OfVariant {
  color?: string | null;
  color_ar?: string | null;
  size?: string | null;
  size_ar?: string | null;
}

const either = (name: string | null | undefined, arabic: string | null | undefined, language: string) => (language === 'ar' ? arabic || name : name);

export const productName = (row: OfProduct, language: string = settings().language): string => either(row.product, row.product_ar, language) ?? '';

/** "Black / M"; empty for a variant without colour and size. */
export const variantLabel = (row: OfVariant, language: string = settings().language): string =>
  [either(row.color, row.color_ar, language), either(row.size, row.size_ar, language)].filter(Boolean).join(' / ');

/** "Layla linen abaya / Black / M" */
export const variantName = (row: OfProduct & OfVariant): string => [productName(row), variantLabel(row)].filter(Boolean).join(' / ');

/** "Layla linen abaya, Black / M": one line's name where a sentence needs it; a dash where its product is out of sight. */
export const lineName = (row: (OfProduct & OfVariant) | undefined): string =>
  row?.product ? [productName(row), variantLabel(row)].filter(Boolean).join(settings().language === 'ar' ? '، ' : ', ') : '–';
