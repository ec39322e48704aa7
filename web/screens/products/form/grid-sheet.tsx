import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import type { GridCell, GridValue } from '@/parts/variant-grid/grid-types.ts';
import type { Spot } from '@/parts/variant-grid/selection.ts';
import { Figure } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { codeProblems, type GridMode } from './grid-writes.ts';
import { valuesOf, variantAt, type VariantDraft } from './variant-set.ts';

/** rank: the position in the database's order; a missing colour or size comes first. */
type NameOf = (id: string | null) => { name: string; value: string | null; rank: number };
export type GridNames = Record<'color' | 'size', NameOf>;

export interface SheetOf {
  rows: GridValue[];
  columns: GridValue[];
  variantOf: (spot: Spot) => VariantDraft | undefined;
  cellOf: (spot: Spot) => GridCell | null;
  sums?: { rows: ReactNode[]; columns: ReactNode[]; all: ReactNode };
}

interface AskedSizes {
  variants: readonly VariantDraft[];
  mode: GridMode;
  names: GridNames;
  /** The product's price, as typed. */
  price: string;
  /** Pieces by variant id; undefined if the user may not see stock or it is not loaded yet. */
  onHand: ReadonlyMap<string, number> | undefined;
  /** Messages about codes that the server refused, by `barcode:<variant id>:<code>`. */
  refused: ReadonlyMap<string, string>;
  t: TFunction;
}

// New values have no rank yet, so they keep their order.
const byRank = (of: NameOf) => (a: string | null, b: string | null) => (of(a).rank === of(b).rank ? 0 : of(a).rank - of(b).rank);

/** Arranges the variants as rows, columns and cells of the grid. */
export function sheetOf({ variants, mode, names, price, onHand, refused, t }: AskedSizes): SheetOf {
  const [colors, sizes] = [
    valuesOf(variants, 'color_id').sort(byRank(names.color)),
    valuesOf(variants, 'size_id').sort(byRank(names.size)),
  ];
  const problems = mode === 'price' ? new Map<string, never>() : codeProblems(variants, mode);
  const variantOf = ({ row, column }: Spot) => {
    const color = colors[row];
    const size = sizes[column];
    return color === undefined || size === undefined ? undefined : variantAt(variants, color, size);
  };
  const cellOf = (spot: Spot): GridCell | null => {
    const variant = variantOf(spot);
    if (!variant) return null;
    const problem = problems.get(variant.id);
    const error = problem
      ? t(`products.grid.${problem}`)
      : mode === 'price'
        ? undefined
        : refused.get(`${mode}:${variant.id}:${variant[mode]}`);
    if (mode === 'price') {
      const hasOwnPrice = variant.price !== '';
      const shown = hasOwnPrice ? variant.price : price;
      const pieces = onHand?.get(variant.id) ?? 0;
      return {
        text: shown,
        value: shown === '' || !Number.isFinite(Number(shown)) ? '–' : formatMoney(shown),
        above: onHand && <Figure value={formatNumber(pieces)} nil />,
        isOverridden: hasOwnPrice,
        isInactive: !variant.active,
      };
    }
    const [code, other] = mode === 'barcode' ? [variant.barcode, variant.sku] : [variant.sku, variant.barcode];
    return {
      text: code,
      value: code || <span className="muted">{t('products.grid.automatic')}</span>,
      above: <span className="variant-grid-other">{other || '–'}</span>,
      isInactive: !variant.active,
      error,
    };
  };
  const rows = colors.map((id): GridValue => {
    const { name, value } = names.color(id);
    return {
      id,
      name,
      head: (
        <>
          <Swatch color={value} square />
          <bdi className="record-name">{name}</bdi>
        </>
      ),
    };
  });
  const columns = sizes.map(
    (id): GridValue => ({ id, name: names.size(id).name, head: <bdi className="record-name">{names.size(id).name}</bdi> }),
  );
  if (!onHand || mode !== 'price') return { rows, columns, variantOf, cellOf };

  const pieces = (chosen: readonly VariantDraft[]) => formatNumber(addUp(chosen.map(({ id }) => onHand.get(id) ?? 0)));
  const sums = {
    rows: colors.map((id) => pieces(variants.filter((variant) => variant.color_id === id))),
    columns: sizes.map((id) => pieces(variants.filter((variant) => variant.size_id === id))),
    all: pieces(variants),
  };
  return { rows, columns, variantOf, cellOf, sums };
}
