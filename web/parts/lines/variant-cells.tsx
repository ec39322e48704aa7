import { useTranslation } from '@/i18n/use-translation.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { productName, variantLabel, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Code } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';

/** "Layla linen abaya, Black / M": one line's name where a sentence needs it. */
export function lineName(variant: Pick<VariantRow, 'product_name' | 'product_name_ar' | 'color_name' | 'color_name_ar' | 'size_name' | 'size_name_ar'> | undefined, language: string): string {
  if (!variant) return '–';
  return [productName(variant, language), variantLabel(variant, language)].filter(Boolean).join(language === 'ar' ? '، ' : ', ');
}

export function VariantCells({ variant }: { variant: VariantRow | undefined }) {
  const { i18n } = useTranslation();
  const label = variant ? variantLabel(variant, i18n.language) : '';
  return (
    <>
      <td className="x-nm">
        <span className="prod">
          <ProductThumb path={variant?.image_path ?? null} />
          <span className="nm">
            <bdi title={variant && productName(variant, i18n.language)}>{variant ? productName(variant, i18n.language) : '–'}</bdi>
            {label && (
              <small className="only-phone">
                <bdi>{label}</bdi>
              </small>
            )}
          </span>
        </span>
      </td>
      <td className="x-phone">
        {label && (
          <span className="row">
            {variant?.color_value && <Swatch color={variant.color_value} />}
            <bdi className="clip">{label}</bdi>
          </span>
        )}
      </td>
      <td className="x-phone">{variant && <Code>{variant.barcode}</Code>}</td>
    </>
  );
}
