import type { ReactNode } from 'react';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { sum } from '@/lib/money.ts';
import { formatNumber, isDecimal } from '@/lib/numerals.ts';
import { Swatch } from '@/ui/swatch.tsx';
import type { GridCell, GridValue } from './grid-types.ts';
import type { CellText } from './selection.ts';
import { axesOf, type Shaded } from './variant-axes.ts';
import { VariantGrid } from './variant-grid.tsx';

type OnSheet = Shaded & {
  variant_id: string;
  by_measure: boolean;
  color_ar: string | null;
  color_value: string | null;
  size_ar: string | null;
};

interface QuantitySheetProps<Variant> {
  label: string;
  corner?: ReactNode;
  /** The variants of one product. */
  variants: readonly Variant[];
  /** Quantities are differences and may be negative. */
  signed?: boolean;
  /** Focuses the first cell when the grid appears. */
  arrive?: boolean;
  /** The quantity: a decimal, '' for none. */
  quantityOf: (variantId: string) => string;
  /** Further content of a cell. */
  besides?: (variant: Variant) => Pick<GridCell, 'above' | 'below' | 'isInactive' | 'error'>;
  /** One action: a typed cell or a pasted block. */
  onWrite: (written: { variant: Variant; quantity: string }[]) => void;
  /** Input that is not written yet. */
  onDraft?: (written: { variant: Variant; quantity: string }[]) => void;
}

/** A product's quantities, colours down and sizes across, with totals. */
export function QuantitySheet<Variant extends OnSheet>({
  label,
  corner,
  variants,
  signed,
  arrive,
  quantityOf,
  besides,
  onWrite,
  onDraft,
}: QuantitySheetProps<Variant>) {
  const { t } = useTranslation();
  const { colors, sizes, at } = axesOf(variants);
  const valueOf = (id: string | null, name: string, swatch?: string | null): GridValue => ({
    id,
    name,
    head: (
      <>
        {swatch && <Swatch color={swatch} square />}
        <bdi className="record-name">{name}</bdi>
      </>
    ),
  });
  const pieces = (chosen: readonly Variant[]) =>
    formatNumber(sum(chosen.map(({ variant_id }) => quantityOf(variant_id)).filter(isDecimal)));
  const quantitiesOf = (cells: readonly CellText[]) =>
    cells.flatMap(({ text, ...spot }) => {
      const variant = at(spot);
      return variant ? [{ variant, quantity: text }] : [];
    });
  return (
    <VariantGrid
      label={label}
      corner={corner ?? t('lines.quantity')}
      kind={signed ? 'difference' : 'quantity'}
      integer={variants.every((variant) => !variant.by_measure)}
      focusOnMount={arrive}
      rows={colors.map((row) => valueOf(row.color, nameIn(row, 'color') || t('products.grid.noColor'), row.color_value))}
      columns={sizes.map((row) => valueOf(row.size, nameIn(row, 'size') || t('products.grid.noSize')))}
      cellOf={(spot) => {
        const variant = at(spot);
        if (!variant) return null;
        const text = quantityOf(variant.variant_id);
        return {
          text,
          value: isDecimal(text) ? formatNumber(text) : text || '–',
          isOverridden: text !== '' && text !== '0',
          ...besides?.(variant),
        };
      }}
      write={(cells) => onWrite(quantitiesOf(cells))}
      draft={(cells) => onDraft?.(quantitiesOf(cells))}
      sums={{
        rows: colors.map(({ color }) => pieces(variants.filter((one) => one.color === color))),
        columns: sizes.map(({ size }) => pieces(variants.filter((one) => one.size === size))),
        all: pieces(variants),
      }}
    />
  );
}
