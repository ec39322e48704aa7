import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LevelRow } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { findByCode, hasCode } from '@/lib/canonical-code.ts';
import { newId } from '@/lib/id.ts';
import { formatMoney } from '@/lib/money.ts';
import type { Spot } from '@/parts/variant-grid/selection.ts';
import { VariantGrid } from '@/parts/variant-grid/variant-grid.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { colorsQuery, sizesQuery } from '../product-queries.ts';
import { AxisPicker } from './axis-picker.tsx';
import { sheetOf, type GridNames } from './grid-sheet.tsx';
import { writeCells, type GridMode, type GridWrite } from './grid-writes.ts';
import { useVariantHistory } from './use-variant-history.ts';
import { addValue, addVariant, isPlain, removeValue, valuesOf, type Axis, type VariantDraft } from './variant-set.ts';
import { VariantStrip } from './variant-strip.tsx';

interface VariantSectionProps {
  productId: string;
  /** The scanned or searched code, whose variant gets the focus. */
  code: string | null;
  variants: VariantDraft[];
  onChange: (variants: VariantDraft[]) => void;
  price: string;
  levels: readonly LevelRow[] | undefined;
  onHand: ReadonlyMap<string, number> | undefined;
  refused: ReadonlyMap<string, string>;
  mode: GridMode;
  onMode: (mode: GridMode) => void;
  readOnly: boolean;
  mayPrice: boolean;
}

function useGridNames(): { names: GridNames; pending: boolean } {
  const { t } = useTranslation();
  const { data: colors, isPending: colorsPending } = useQuery(colorsQuery());
  const { data: sizes, isPending: sizesPending } = useQuery(sizesQuery());
  const names = useMemo((): GridNames => {
    const ranked = <Row extends { id: string }>(rows: readonly Row[] = []) => new Map(rows.map((row, rank) => [row.id, { ...row, rank }]));
    const [colorById, sizeById] = [ranked(colors?.rows), ranked(sizes?.rows)];
    const of = (found: { name: string; name_ar: string | null; value?: string; rank: number } | undefined) => ({
      name: nameOf(found),
      value: found?.value ?? null,
      rank: found?.rank ?? Infinity,
    });
    return {
      color: (id) => (id === null ? { name: t('products.grid.noColor'), value: null, rank: -1 } : of(colorById.get(id))),
      size: (id) => (id === null ? { name: t('products.grid.noSize'), value: null, rank: -1 } : of(sizeById.get(id))),
    };
  }, [colors, sizes, t]);
  return { names, pending: colorsPending || sizesPending };
}

/** The grid of colours and sizes. Waits for their order, so that cells do not move while the user types. */
export function VariantSection(props: VariantSectionProps) {
  const { names, pending } = useGridNames();
  return pending ? <SkeletonTable columns={6} rows={4} /> : <Section {...props} names={names} />;
}

function Section({
  productId,
  code,
  variants,
  onChange,
  price,
  levels,
  onHand,
  refused,
  mode,
  onMode,
  readOnly,
  mayPrice,
  names,
}: VariantSectionProps & { names: GridNames }) {
  const { t } = useTranslation();
  const history = useVariantHistory(variants, onChange);
  const [picking, setPicking] = useState<Axis | null>(null);
  const [pointed, setPointed] = useState<Spot | null>(null);
  const locked = readOnly || (mode === 'price' && !mayPrice);

  const sheet = sheetOf({ variants, mode, names, price, onHand, refused, t });
  const section = useRef<HTMLElement>(null);
  const toVariant = useStableCallback((sought: string) => {
    const variant = findByCode(sought, (key) => variants.find(({ barcode, sku }) => hasCode([barcode, sku], key)));
    const indexOf = (values: readonly { id: string | null }[], id: string | null | undefined) =>
      values.findIndex((value) => value.id === id);
    if (variant && !document.activeElement?.closest('[role=dialog]'))
      section.current
        ?.querySelector<HTMLElement>(`[data-spot="${indexOf(sheet.rows, variant.color_id)}:${indexOf(sheet.columns, variant.size_id)}"]`)
        ?.focus();
  });
  useEffect(() => {
    if (code) toVariant(code);
  }, [code, productId, toVariant]);
  const write = (cells: readonly { row: number; column: number; text: string }[]) => {
    const writes = cells.flatMap(({ row, column, text }): GridWrite[] => {
      const color = sheet.rows[row];
      const size = sheet.columns[column];
      return color && size ? [{ color: color.id, size: size.id, text }] : [];
    });
    history.change(writeCells(variants, writes, mode, price, newId));
  };
  const fill = ({ row, column }: Spot) =>
    history.change(addVariant(variants, sheet.rows[row]?.id ?? null, sheet.columns[column]?.id ?? null, newId));

  const mayDrop = (axis: Axis, value: string | null) =>
    value !== null && !variants.some((variant) => variant[axis] === value && (onHand?.get(variant.id) ?? 0) > 0);
  const tool = (axis: Axis, value: { id: string | null; name: string } | undefined) =>
    !readOnly &&
    value &&
    mayDrop(axis, value.id) && (
      <IconButton
        small
        variant="quiet"
        className="tool"
        icon={X}
        label={t(axis === 'color_id' ? 'products.grid.removeColor' : 'products.grid.removeSize', { name: value.name })}
        onClick={() => history.change(removeValue(variants, axis, value.id))}
      />
    );
  const pointedVariant = pointed ? sheet.variantOf(pointed) : undefined;
  const corner = mode === 'price' ? (onHand ? 'cornerPrices' : 'cornerPricesNew') : mode === 'barcode' ? 'cornerBarcodes' : 'cornerSkus';

  return (
    <section className="variant-section" ref={section} aria-labelledby="variants-head">
      <div className="section-head">
        <h2 id="variants-head">{t('products.grid.title')}</h2>
        <bdi className="number muted">{`${variants.length} / ${sheet.rows.length * sheet.columns.length}`}</bdi>
        <span className="inline-group ms-auto max-lg:ms-0 max-lg:w-full max-lg:flex-wrap">
          <span className="muted no-phone">{t('products.grid.editing')}</span>
          <Segmented<GridMode>
            small
            label={t('products.grid.editing')}
            value={mode}
            onChange={onMode}
            options={[
              { value: 'price', label: t('products.grid.prices') },
              { value: 'barcode', label: t('products.grid.barcodes') },
              { value: 'sku', label: t('products.grid.skus') },
            ]}
          />
          {!readOnly && (
            <>
              <Button
                small
                icon={Plus}
                aria-expanded={picking === 'color_id'}
                onClick={() => setPicking(picking === 'color_id' ? null : 'color_id')}
              >
                {t('products.grid.color')}
              </Button>
              <Button
                small
                icon={Plus}
                aria-expanded={picking === 'size_id'}
                onClick={() => setPicking(picking === 'size_id' ? null : 'size_id')}
              >
                {t('products.grid.size')}
              </Button>
            </>
          )}
        </span>
      </div>
      {picking && (
        <AxisPicker
          key={picking}
          axis={picking}
          taken={valuesOf(variants, picking)}
          onPick={(id) => history.change(addValue(variants, picking, id, newId))}
          onClose={() => {
            // Focuses the button that opened the picker before the picker is removed.
            section.current?.querySelector<HTMLElement>('.section-head [aria-expanded=true]')?.focus();
            setPicking(null);
          }}
        />
      )}
      <VariantGrid
        label={t('products.grid.label')}
        corner={isPlain(variants) ? t('products.grid.plain') : t(`products.grid.${corner}`)}
        rows={sheet.rows}
        columns={sheet.columns}
        cellOf={sheet.cellOf}
        sums={sheet.sums}
        kind={mode === 'price' ? 'money' : 'code'}
        write={locked ? undefined : write}
        fill={readOnly ? undefined : fill}
        undo={history.undo}
        redo={history.redo}
        onActiveCell={setPointed}
        rowTool={(row) => tool('color_id', sheet.rows[row])}
        columnTool={(column) => tool('size_id', sheet.columns[column])}
      />
      <VariantStrip
        variant={pointedVariant}
        name={
          pointed
            ? [sheet.rows[pointed.row], sheet.columns[pointed.column]]
                .filter((value) => value?.id)
                .map((value) => value?.name)
                .join(' / ')
            : ''
        }
        error={pointed ? sheet.cellOf(pointed)?.error : undefined}
        productId={productId}
        levels={levels}
        onHand={onHand}
        readOnly={readOnly}
        mayPrice={mayPrice}
        only={variants.length === 1}
        onChange={(change) =>
          history.change(variants.map((variant) => (variant.id === pointedVariant?.id ? { ...variant, ...change } : variant)))
        }
        onRemove={() => history.change(variants.filter((variant) => variant.id !== pointedVariant?.id))}
        hint={
          mode !== 'price'
            ? t('products.grid.hintCodes')
            : isPlain(variants)
              ? t('products.grid.hintPlain')
              : price && Number.isFinite(Number(price))
                ? t('products.grid.hintPrices', { price: formatMoney(price) })
                : t('products.grid.hintNoPrice')
        }
      />
    </section>
  );
}
