import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, type AppError } from '@/db/errors.ts';
import { sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { GridCell, GridValue } from '@/parts/variant-grid/grid-types.ts';
import type { Spot } from '@/parts/variant-grid/selection.ts';
import { VariantGrid } from '@/parts/variant-grid/variant-grid.tsx';
import { fetchVariants, productName, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Combobox, type ComboboxOption } from '@/ui/combobox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import type { CartLine, Picked } from './cart.ts';

interface SizeGridProps {
  lines: readonly CartLine[];
  onDone: (cells: Picked[]) => void;
  onClose: () => void;
}

const isAmount = (text: string) => /^\d+(\.\d+)?$/.test(text);

/** The quantities of one product, colours down and sizes across. */
export function SizeGrid({ lines, onDone, onClose }: SizeGridProps) {
  const { t, i18n } = useTranslation();
  const last = lines.at(-1)?.variant;
  const [product, setProduct] = useState<ComboboxOption | null>(last ? { value: last.product_id, label: productName(last, i18n.language) } : null);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const variants = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'grid', product?.value],
    queryFn: ({ signal }) => fetchVariants({ productIds: [product?.value ?? ''] }, signal),
    enabled: product !== null,
    meta: { reads: ['products', 'variants'] },
  });
  const inCart = new Map(lines.map((line) => [line.variant.variant_id, line.quantity]));
  const quantityOf = (id: string) => typed.get(id) ?? inCart.get(id) ?? '';
  const rows = variants.data ?? [];
  const pieces = (chosen: readonly VariantRow[]) => sum(chosen.map((row) => quantityOf(row.variant_id)).filter(isAmount));

  const search = async (words: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const found = await fetchVariants({ words, size: 60 }, signal);
    return [...new Map(found.map((row) => [row.product_id, { value: row.product_id, label: productName(row, i18n.language) }])).values()];
  };
  const cells = rows.filter((row) => typed.has(row.variant_id)).map((row): Picked => ({ variant: row, quantity: quantityOf(row.variant_id) === '0' ? '' : quantityOf(row.variant_id) }));
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('purchases.form.gridTitle')}
      sub={t('purchases.form.gridSub')}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            disabled={cells.length === 0}
            onClick={() => {
              onDone(cells);
              onClose();
            }}
          >
            {t('purchases.form.gridDone', { count: Number(pieces(rows)) })}
          </Button>
        </>
      }
    >
      <Field label={t('purchases.cart.product')}>
        <Combobox
          value={product}
          search={search}
          placeholder={t('purchases.form.chooseProduct')}
          autoFocus={product === null}
          onChange={(option) => {
            setProduct(option);
            setTyped(new Map());
          }}
        />
      </Field>
      {variants.error && <Banner tone="bad" onRetry={() => void variants.refetch()}>{errorText(t, variants.error)}</Banner>}
      {product && variants.isPending && !variants.error && <Skeleton height="120px" />}
      {rows.length > 0 && <Sheet rows={rows} quantityOf={quantityOf} pieces={pieces} onWrite={(next) => setTyped(new Map([...typed, ...next]))} />}
    </Dialog>
  );
}

interface SheetProps {
  rows: readonly VariantRow[];
  quantityOf: (id: string) => string;
  pieces: (rows: readonly VariantRow[]) => string;
  onWrite: (quantities: [variantId: string, quantity: string][]) => void;
}

function Sheet({ rows, quantityOf, pieces, onWrite }: SheetProps) {
  const { t, i18n } = useTranslation();
  const named = (name: string | null, arabic: string | null) => (i18n.language === 'ar' ? arabic || name : name) ?? t('purchases.form.plain');
  const colors = [...new Map(rows.map((row) => [row.color_id, row])).values()];
  const sizes = [...new Map(rows.map((row) => [row.size_id, row])).values()].sort((a, b) => (a.size_position ?? 0) - (b.size_position ?? 0));
  const variantAt = ({ row, column }: Spot) => rows.find((one) => one.color_id === colors[row]?.color_id && one.size_id === sizes[column]?.size_id);
  const cellOf = (spot: Spot): GridCell | null => {
    const variant = variantAt(spot);
    if (!variant) return null;
    const text = quantityOf(variant.variant_id);
    return { text, value: isAmount(text) ? formatNumber(text) : text || '–', own: text !== '' && text !== '0', off: !variant.active };
  };
  return (
    <VariantGrid
      label={t('purchases.form.gridTitle')}
      corner={t('purchases.cart.quantity')}
      kind="quantity"
      rows={colors.map((row): GridValue => {
        const name = named(row.color_name, row.color_name_ar);
        return { id: row.color_id, name, head: <><Swatch color={row.color_value} square /><bdi className="nm">{name}</bdi></> };
      })}
      columns={sizes.map((row): GridValue => ({ id: row.size_id, name: named(row.size_name, row.size_name_ar), head: <bdi className="nm">{named(row.size_name, row.size_name_ar)}</bdi> }))}
      cellOf={cellOf}
      write={(cells) =>
        onWrite(
          cells.flatMap((cell): [string, string][] => {
            const variant = variantAt(cell);
            return variant ? [[variant.variant_id, cell.text]] : [];
          }),
        )
      }
      sums={{
        rows: colors.map((color) => formatNumber(pieces(rows.filter((row) => row.color_id === color.color_id)))),
        columns: sizes.map((size) => formatNumber(pieces(rows.filter((row) => row.size_id === size.size_id)))),
        all: formatNumber(pieces(rows)),
      }}
    />
  );
}
