/* The goods of a line on a paper: its number, the product, its variant and its barcode. */
import type { TFunction } from 'i18next';
import type { VariantWords } from '@/db/documents.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PaperColumn } from '@/lib/pdf/paper.ts';
import { productName, variantLabel } from '@/parts/variant-name.ts';

/** Shares of the width; the number has 6. */
export const goodsColumns = (t: TFunction, { product = 36, variant = 18, barcode = 20 } = {}): PaperColumn[] => [
  { label: '#', share: 6, kind: 'figure' },
  { label: t('lines.product'), share: product, kind: 'text', strong: true },
  { label: t('lines.variant'), share: variant, kind: 'text' },
  { label: t('lines.barcode'), share: barcode, kind: 'code' },
];

/** A dash for what is out of the reader's sight. */
export const goodsCells = (line: Partial<VariantWords>, at: number): string[] => [
  formatNumber(at + 1),
  ...(line.product ? [productName(line), variantLabel(line), line.barcode ?? ''] : ['–', '', '']),
];
