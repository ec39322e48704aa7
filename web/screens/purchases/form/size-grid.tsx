import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { proposedCosts } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { sum } from '@/lib/money.ts';
import { formatNumber, isAmount, isDecimal } from '@/lib/numerals.ts';
import { useUnlessMany } from '@/parts/lines/many-pieces.tsx';
import { QuantitySheet } from '@/parts/variant-grid/quantity-sheet.tsx';
import { productName } from '@/parts/variant-name.ts';
import { fetchVariants, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Combobox, type ComboboxOption } from '@/ui/combobox.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Figure, Money } from '@/ui/figure.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { CartLine, Picked } from './lines.ts';
import type { PurchaseHeader } from './form-state.ts';

interface SizeGridProps {
  head: Pick<PurchaseHeader, 'branchId' | 'supplierId'>;
  lines: readonly CartLine[];
  onDone: (cells: Picked[]) => void;
  onClose: () => void;
}

/** The quantities of one product as a grid, colours down and sizes across, with each variant's stock above and unit cost below. */
export function SizeGrid({ head: { branchId, supplierId }, lines, onDone, onClose }: SizeGridProps) {
  const { t } = useTranslation();
  const { unlessMany, asks, question } = useUnlessMany();
  const last = lines.at(-1)?.variant;
  const [product, setProduct] = useState<ComboboxOption | null>(last ? { value: last.product_id, label: productName(last) } : null);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  // Keeps the cell that is still being edited when the button is pressed on a phone, so that it is ordered too.
  const [draft, setDraft] = useState<ReadonlyMap<string, string>>(new Map());
  const variants = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_page', 'grid', product?.value, branchId],
    queryFn: ({ signal }) =>
      fetchVariants({ productIds: [product?.value ?? ''], places: branchId ? { source_branch_id: branchId } : {} }, signal),
    enabled: product !== null,
    meta: { reads: ['products', 'variants', 'stock_levels'] },
  });
  const ids = variants.data?.map(({ variant_id }) => variant_id) ?? [];
  const costs = useQuery({
    queryKey: ['purchase_costs', ids, supplierId],
    queryFn: ({ signal }) => proposedCosts(ids, supplierId, signal),
    enabled: ids.length > 0,
    meta: { reads: ['purchase_items', 'products'] },
  }).data;
  const inCart = new Map(lines.map((line) => [line.variant.variant_id, line]));
  const quantityOf = (id: string) => typed.get(id) ?? inCart.get(id)?.quantity ?? '';
  const costOf = (id: string) => inCart.get(id)?.cost || costs?.find(({ variant_id }) => variant_id === id)?.unit_cost;
  const rows = variants.data ?? [];
  const draftOf = (id: string) => draft.get(id) ?? quantityOf(id);
  const pieces = Number(sum(rows.map((row) => draftOf(row.variant_id)).filter(isAmount)));

  const search = async (words: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const matches = await fetchVariants({ words, size: 60 }, signal);
    return [...new Map(matches.map((row) => [row.product_id, { value: row.product_id, label: productName(row) }])).values()];
  };
  const cells = rows
    .filter(({ variant_id: id }) => typed.has(id) || draftOf(id) !== quantityOf(id))
    .map((row): Picked => ({ variant: row, quantity: draftOf(row.variant_id) === '0' ? '' : draftOf(row.variant_id) }));
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={t('purchases.form.gridTitle')}
      sub={t('purchases.form.gridSub')}
      action={
        <Button
          variant="primary"
          disabled={cells.length === 0 || asks}
          onClick={() =>
            unlessMany([...draft.values()], () => {
              onDone(cells);
              onClose();
            })
          }
        >
          {t('purchases.form.gridDone', { count: pieces })}
        </Button>
      }
    >
      <Field label={t('lines.product')}>
        <Combobox
          value={product}
          search={search}
          placeholder={t('purchases.form.chooseProduct')}
          data-autofocus={product === null}
          onChange={(option) => {
            setProduct(option);
            setTyped(new Map());
          }}
        />
      </Field>
      {variants.error && (
        <Banner tone="bad" onRetry={() => void variants.refetch()}>
          {errorText(t, variants.error)}
        </Banner>
      )}
      {product && variants.isPending && !variants.error && <Skeleton height="120px" />}
      {rows.length > 0 && (
        <QuantitySheet
          key={product?.value}
          label={t('purchases.form.gridTitle')}
          corner={branchId ? t('purchases.form.gridCorner') : undefined}
          variants={rows}
          arrive
          quantityOf={quantityOf}
          besides={({ variant_id, at_source, active }) => {
            const cost = costOf(variant_id);
            return {
              above: at_source === null ? undefined : <Figure value={formatNumber(at_source)} nil />,
              below: cost === undefined || !isDecimal(String(cost)) ? undefined : <Money value={cost} />,
              isInactive: !active,
            };
          }}
          onWrite={(written) =>
            unlessMany(
              written.map(({ quantity }) => quantity),
              () => setTyped(new Map([...typed, ...written.map(({ variant, quantity }) => [variant.variant_id, quantity] as const)])),
            )
          }
          onDraft={(written) => setDraft(new Map(written.map(({ variant, quantity }) => [variant.variant_id, quantity])))}
        />
      )}
      {question}
    </Dialog>
  );
}
