import type { VariantWords } from '@/db/documents.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { Code } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';

/** What a line is of; dashes where its product is out of sight. */
export function VariantCells({ variant: words }: { variant: Partial<VariantWords> }) {
  const variant = words.product ? words : undefined;
  const label = variant ? variantLabel(variant) : '';
  return (
    <>
      <td className="x-nm">
        <span className="prod">
          <ProductThumb path={variant?.image_path ?? null} />
          <span className="nm">
            <bdi title={variant && productName(variant)}>{variant ? productName(variant) : '–'}</bdi>
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
