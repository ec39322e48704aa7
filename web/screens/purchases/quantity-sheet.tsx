import { useTranslation } from '@/i18n/use-translation.ts';
import { sum } from '@/lib/money.ts';
import { formatNumber, isAmount } from '@/lib/numerals.ts';
import type { GridCell, GridValue } from '@/parts/variant-grid/grid-types.ts';
import type { Spot } from '@/parts/variant-grid/selection.ts';
import { VariantGrid } from '@/parts/variant-grid/variant-grid.tsx';
import { Swatch } from '@/ui/swatch.tsx';

/** A variant as the sheet needs it, its names in the reader's language; empty: without a colour, a size. */
export interface SheetVariant {
  id: string;
  color: string;
  colorValue: string | null;
  size: string;
  off?: boolean;
  /** The lesser figure above the quantity, such as what is outstanding. */
  above?: number;
  error?: string;
}

interface QuantitySheetProps {
  label: string;
  /** Of one product; sizes stand in the order in which they come. */
  variants: readonly SheetVariant[];
  quantityOf: (id: string) => string;
  onWrite: (quantities: [id: string, quantity: string][]) => void;
}

/** Quantities of one product, colours down and sizes across, with their sums. */
export function QuantitySheet({ label, variants, quantityOf, onWrite }: QuantitySheetProps) {
  const { t } = useTranslation();
  const [noColor, noSize] = [t('products.grid.noColor'), t('products.grid.noSize')];
  const colors = [...new Map(variants.map((variant) => [variant.color, variant])).values()];
  const sizes = [...new Set(variants.map((variant) => variant.size))];
  const variantAt = ({ row, column }: Spot) => variants.find((one) => one.color === colors[row]?.color && one.size === sizes[column]);
  const pieces = (chosen: readonly SheetVariant[]) => formatNumber(sum(chosen.map((one) => quantityOf(one.id)).filter(isAmount)));
  const cellOf = (spot: Spot): GridCell | null => {
    const variant = variantAt(spot);
    if (!variant) return null;
    const text = quantityOf(variant.id);
    return {
      text,
      value: isAmount(text) ? formatNumber(text) : text || '–',
      above: variant.above === undefined ? undefined : <span className="mut">{formatNumber(variant.above)}</span>,
      own: text !== '' && text !== '0',
      off: variant.off,
      error: variant.error,
    };
  };
  return (
    <VariantGrid
      label={label}
      corner={t('lines.quantity')}
      kind="quantity"
      rows={colors.map(({ color, colorValue }): GridValue => ({ id: color || null, name: color || noColor, head: <>{colorValue && <Swatch color={colorValue} square />}<bdi className="nm">{color || noColor}</bdi></> }))}
      columns={sizes.map((size): GridValue => ({ id: size || null, name: size || noSize, head: <bdi className="nm">{size || noSize}</bdi> }))}
      cellOf={cellOf}
      write={(cells) =>
        onWrite(
          cells.flatMap((cell): [string, string][] => {
            const variant = variantAt(cell);
            return variant ? [[variant.id, cell.text]] : [];
          }),
        )
      }
      sums={{
        rows: colors.map(({ color }) => pieces(variants.filter((one) => one.color === color))),
        columns: sizes.map((size) => pieces(variants.filter((one) => one.size === size))),
        all: pieces(variants),
      }}
    />
  );
}
