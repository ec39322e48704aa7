/* Names of variants and products. Every RPC answer uses the same field names. */
import { nameIn } from '@/i18n/name-of.ts';
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

export const productName = (row: OfProduct): string => nameIn(row, 'product');

/** "Black / M"; empty for a variant without colour and size. */
export const variantLabel = (row: OfVariant): string => [nameIn(row, 'color'), nameIn(row, 'size')].filter(Boolean).join(' / ');

/** "Layla linen abaya / Black / M" */
export const variantName = (row: OfProduct & OfVariant): string => [productName(row), variantLabel(row)].filter(Boolean).join(' / ');

/** "Layla linen abaya, Black / M": a line's name within a sentence; a dash where its product is not visible. */
export const lineName = (row: (OfProduct & OfVariant) | undefined): string =>
  row?.product ? [productName(row), variantLabel(row)].filter(Boolean).join(settings().language === 'ar' ? '، ' : ', ') : '–';
