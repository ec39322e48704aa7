import type { TFunction } from 'i18next';
import type { ProductSummary } from '@/db/products.ts';

/** A one-line summary, with stock if the user may see it. */
export function summaryLine(t: TFunction, summary: ProductSummary | undefined): string | undefined {
  if (!summary) return undefined;
  const products = t('products.nProducts', { count: summary.products });
  return summary.on_hand === null
    ? products
    : t('products.summary', { products, pieces: t('products.nPieces', { count: summary.on_hand }) });
}

const VIEWS = ['low', 'out', 'no_image'] as const;

/** The predefined views, with the number of products in each. */
export const productViews = (t: TFunction, summary: ProductSummary | undefined, seesStock: boolean) =>
  VIEWS.filter((view) => seesStock || view === 'no_image').map((view) => ({
    name: t(`products.view.${view}`),
    query: `view=${view}`,
    count: summary?.[view] ?? undefined,
  }));
