/* The columns of a line's goods on a printed document: number, product, variant, barcode. */
import type { TFunction } from 'i18next';
import type { VariantWords } from '@/db/documents.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PaperColumn } from '@/lib/pdf/paper.ts';
import { productName, variantLabel } from '@/parts/variant-name.ts';

/** Shares of the width in percent; the number's is fixed. */
export const goodsColumns = (t: TFunction, { product = 36, variant = 18, barcode = 20 } = {}): PaperColumn[] => [
  { label: '#', share: 6, kind: 'figure' },
  { label: t('lines.product'), share: product, kind: 'text', strong: true },
  { label: t('lines.variant'), share: variant, kind: 'text' },
  { label: t('lines.barcode'), share: barcode, kind: 'code' },
];

/** A dash where the product is not visible to the reader. */
export const goodsCells = (line: Partial<VariantWords>, index: number): string[] => [
  formatNumber(index + 1),
  ...(line.product ? [productName(line), variantLabel(line), line.barcode ?? ''] : ['–', '', '']),
];
