import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { useUnlessMany } from '@/parts/lines/many-pieces.tsx';
import { productName } from '@/parts/variant-name.ts';
import { fetchVariants, type VariantPlaces, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { QuantitySheet } from './quantity-sheet.tsx';

interface QuantityDialogProps {
  productId: string;
  /** The places whose stock is shown in each cell; absent where it is not visible. */
  places?: VariantPlaces;
  signed?: boolean;
  quantityOf: (variantId: string) => string;
  /** '' removes the variant. */
  onWrite: (written: { variant: VariantRow; quantity: string }[]) => void;
  onClose: () => void;
}

/** A product's quantities in a colour × size grid. */
export default function QuantityDialog({ productId, places, onWrite, onClose, ...sheet }: QuantityDialogProps) {
  const { t } = useTranslation();
  const { unlessMany, asks, question } = useUnlessMany();
  const found = useQuery({
    queryKey: ['variant_page', 'sheet', productId, places],
    queryFn: ({ signal }) => fetchVariants({ productIds: [productId], places }, signal),
    meta: { reads: ['products', 'variants', 'stock_levels'] },
  });
  const variants = found.data ?? [];
  return (
    <Dialog
      onClose={onClose}
      size="extra-large"
      title={variants[0] ? productName(variants[0]) : t('variants.grid.quantities')}
      footer={
        <Button variant="primary" disabled={asks} onClick={onClose}>
          {t('ui.done')}
        </Button>
      }
    >
      {found.error && (
        <Banner tone="bad" onRetry={() => void found.refetch()}>
          {errorText(t, found.error)}
        </Banner>
      )}
      {found.isPending && !found.error && <Skeleton height="160px" />}
      {variants.length > 0 && (
        <QuantitySheet
          label={t('variants.grid.quantities')}
          corner={t('variants.grid.corner')}
          variants={variants}
          arrive
          besides={({ at_source }) => (at_source === null ? {} : { above: <Figure value={formatNumber(at_source)} nil /> })}
          onWrite={(written) =>
            unlessMany(
              written.map(({ quantity }) => quantity),
              () => onWrite(written),
            )
          }
          {...sheet}
        />
      )}
      {question}
    </Dialog>
  );
}
