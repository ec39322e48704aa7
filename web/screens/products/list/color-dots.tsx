import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Swatches } from '@/ui/swatch.tsx';
import type { ProductRow } from '@/db/products.ts';

/** The number of variants, and their first colours. */
export function ColorDots({ count, colors }: { count: number; colors: ProductRow['colors'] }) {
  const { t } = useTranslation();
  return (
    <span className="dots">
      <bdi className="number">{formatNumber(count)}</bdi>
      {colors.length > 0 && (
        <Swatches
          colors={colors.map((color) => color.value)}
          label={t('products.colorsNamed', { names: colors.map(nameOf).join(t('kit.listComma')) })}
        />
      )}
    </span>
  );
}
