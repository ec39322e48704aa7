import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { productName } from '@/parts/variant-name.ts';
import { fetchVariants, type VariantPlaces, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Figure } from '@/ui/figure.tsx';
import { useScanRefused } from '@/ui/scan.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import type { GridCell, GridValue } from './grid-types.ts';
import { axesOf } from './variant-axes.ts';
import { VariantGrid } from './variant-grid.tsx';
import type { Spot } from './selection.ts';

interface QuantityDialogProps {
  productId: string;
  /** Whose pieces stand above each cell; none where they are not to be seen. */
  places?: VariantPlaces;
  /** Differences: what goes is below zero. */
  signed?: boolean;
  /** What stands in a cell: a decimal, '' for none. */
  quantityOf: (variantId: string) => string;
  /** One act: a typed cell or a pasted block. '' takes the variant out. */
  onWrite: (written: { variant: VariantRow; quantity: string }[]) => void;
  onClose: () => void;
}

/** Quantities of one product in its colour × size sheet. */
export default function QuantityDialog({ productId, places, signed, quantityOf, onWrite, onClose }: QuantityDialogProps) {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['variant_list', 'sheet', productId, places],
    queryFn: ({ signal }) => fetchVariants({ productIds: [productId], places }, signal),
    meta: { reads: ['products', 'variants', 'stock_levels'] },
  });
  useScanRefused();
  const variants = found.data ?? [];
  const { colors, sizes, at } = axesOf(variants);
  const rows = colors.map((row): GridValue => {
    const name = nameIn(row, 'color');
    return { id: row.color_id, name, head: <>{row.color_value && <Swatch color={row.color_value} square />}<bdi className="nm">{name || '–'}</bdi></> };
  });
  const columns = sizes.map((row): GridValue => {
    const name = nameIn(row, 'size');
    return { id: row.size_id, name, head: <bdi className="nm">{name || '–'}</bdi> };
  });
  const cellOf = (spot: Spot): GridCell | null => {
    const variant = at(spot);
    if (!variant) return null;
    const text = quantityOf(variant.variant_id);
    return { text, value: text === '' ? '–' : formatNumber(Number(text)), above: variant.at_source === null ? undefined : <Figure value={formatNumber(variant.at_source)} nil />, own: text !== '' };
  };
  return (
    <Dialog open onClose={onClose} size="xl" title={variants[0] ? productName(variants[0]) : t('variants.grid.quantities')} footer={<Button variant="primary" onClick={onClose}>{t('variants.grid.done')}</Button>}>
      {found.error && <Banner tone="bad" onRetry={() => void found.refetch()}>{errorText(t, found.error)}</Banner>}
      {found.isPending && !found.error && <Skeleton height="160px" />}
      {variants.length > 0 && (
        <VariantGrid
          label={t('variants.grid.quantities')}
          corner={t('variants.grid.corner')}
          rows={rows}
          columns={columns}
          cellOf={cellOf}
          kind={signed ? 'difference' : 'quantity'}
          write={(cells) => onWrite(cells.flatMap(({ text, ...spot }) => {
            const variant = at(spot);
            return variant ? [{ variant, quantity: text }] : [];
          }))}
        />
      )}
    </Dialog>
  );
}
