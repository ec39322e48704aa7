import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { sum } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';
import { productName } from '@/parts/variant-name.ts';
import { fetchVariants, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Combobox, type ComboboxOption } from '@/ui/combobox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { useScanRefused } from '@/ui/scan.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { QuantitySheet, type SheetVariant } from '../quantity-sheet.tsx';
import type { CartLine, Picked } from './cart.ts';

interface SizeGridProps {
  lines: readonly CartLine[];
  onDone: (cells: Picked[]) => void;
  onClose: () => void;
}

const sheetOf = (rows: readonly VariantRow[]): SheetVariant[] =>
  [...rows]
    .sort((a, b) => (a.size_position ?? 0) - (b.size_position ?? 0))
    .map((row) => ({ id: row.variant_id, color: nameIn(row, 'color'), colorValue: row.color_value, size: nameIn(row, 'size'), off: !row.active }));

/** The quantities of one product, colours down and sizes across. */
export function SizeGrid({ lines, onDone, onClose }: SizeGridProps) {
  const { t } = useTranslation();
  const last = lines.at(-1)?.variant;
  const [product, setProduct] = useState<ComboboxOption | null>(last ? { value: last.product_id, label: productName(last) } : null);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const variants = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'grid', product?.value],
    queryFn: ({ signal }) => fetchVariants({ productIds: [product?.value ?? ''] }, signal),
    enabled: product !== null,
    meta: { reads: ['products', 'variants'] },
  });
  useScanRefused();
  const inCart = new Map(lines.map((line) => [line.variant.variant_id, line.quantity]));
  const quantityOf = (id: string) => typed.get(id) ?? inCart.get(id) ?? '';
  const rows = variants.data ?? [];
  const pieces = Number(sum(rows.map((row) => quantityOf(row.variant_id)).filter(isAmount)));

  const search = async (words: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const found = await fetchVariants({ words, size: 60 }, signal);
    return [...new Map(found.map((row) => [row.product_id, { value: row.product_id, label: productName(row) }])).values()];
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
            {t('purchases.form.gridDone', { count: pieces })}
          </Button>
        </>
      }
    >
      <Field label={t('lines.product')}>
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
      {rows.length > 0 && <QuantitySheet label={t('purchases.form.gridTitle')} variants={sheetOf(rows)} quantityOf={quantityOf} onWrite={(next) => setTyped(new Map([...typed, ...next]))} />}
    </Dialog>
  );
}
