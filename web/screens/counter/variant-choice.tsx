import { useQuery } from '@tanstack/react-query';
import type { Goods, StoredProduct } from '@/db/goods-index.ts';
import { useOnline } from '@/db/online.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { axesOf } from '@/parts/variant-grid/variant-axes.ts';
import { variantLabel } from '@/parts/variant-name.ts';
import { variantsById } from '@/parts/variant-picker/variant-row.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Quantity } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';

interface VariantChoiceProps {
  branchId: string;
  product: StoredProduct;
  goods: Goods;
  onChoose: (variantId: string) => void;
  onClose: () => void;
}

/** Asks for the color and size of a product: a row for each color, with its sizes and what is on hand. */
export default function VariantChoice({ branchId, product, goods, onChoose, onClose }: VariantChoiceProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const variantIds = product.variants.map(({ id }) => id);
  const stock = useQuery({
    queryKey: ['variant_page', 'choice', branchId, variantIds],
    queryFn: ({ signal }) => variantsById(variantIds, { source_branch_id: branchId }, signal),
    enabled: online,
    meta: { reads: ['stock_levels'] },
  }).data;
  const { colors, sizes, at } = axesOf(goods.find({ variantIds }));
  return (
    <Dialog title={<bdi>{nameOf(product)}</bdi>} onClose={onClose}>
      <div className="variant-choice">
        {colors.map((color, row) => (
          <section key={color.color_id} aria-label={nameIn(color, 'color') || undefined}>
            {color.color && (
              <h3>
                {color.image_path !== (product.image_path ?? null) && <ProductThumb path={color.image_path} />}
                <Swatch color={color.color_value} square />
                <bdi>{nameIn(color, 'color')}</bdi>
              </h3>
            )}
            <div>
              {sizes
                .flatMap((_, column) => at({ row, column }) ?? [])
                .map((variant) => {
                  const onHand = stock?.find(({ variant_id }) => variant_id === variant.variant_id)?.at_source ?? null;
                  return (
                    <button
                      key={variant.variant_id}
                      type="button"
                      className={onHand !== null && onHand <= 0 ? 'button is-out' : 'button'}
                      aria-label={
                        onHand === null
                          ? variantLabel(variant) || nameOf(product)
                          : t('counter.tiles.choice', { name: variantLabel(variant) || nameOf(product), n: formatNumber(onHand) })
                      }
                      onClick={() => onChoose(variant.variant_id)}
                    >
                      <bdi>{nameIn(variant, 'size') || nameIn(variant, 'color') || variant.sku}</bdi>
                      {onHand !== null && <Quantity value={onHand} tone="muted" />}
                    </button>
                  );
                })}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
