import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useBranch } from '@/db/me.ts';
import { productOf } from '@/db/products.ts';
import { FLOOR, levelsIn, type LedgerScope } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useName } from '@/kit/names.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { pointName } from '@/parts/place-name.ts';
import { StockLedger } from '@/parts/stock-ledger/stock-ledger.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { fetchVariants } from '@/parts/variant-picker/variant-row.ts';
import { Button } from '@/ui/button.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Select } from '@/ui/select.tsx';
import '../stock.css';

const EVERY = 'every';

/** /inventory/stock/movements?product=&variant=&branch=&point= : why is it 47? */
export function Component() {
  const { t } = useTranslation();
  const { branchIds, branches } = useBranch();
  const [params, setParams] = useSearchParams();
  const asked = { product: params.get('product') ?? undefined, variant: params.get('variant') ?? undefined, branch: params.get('branch') ?? undefined, point: params.get('point') ?? undefined };
  const scope: LedgerScope = { productId: asked.product, variantId: asked.variant, branchIds: asked.branch ? [asked.branch] : branchIds, point: asked.point };
  const hasBalance = Boolean(asked.product ?? asked.variant);

  const levels = useQuery({ ...levelsIn(scope), enabled: hasBalance });
  // Every place of the product: what the place can be changed to.
  const everywhere = useQuery({ ...levelsIn({ productId: asked.product, variantId: asked.variant, branchIds: [] }), enabled: hasBalance });
  const product = useQuery({ ...productOf(asked.product ?? ''), enabled: Boolean(asked.product) });
  const variants = useQuery({
    queryKey: ['variant_list', 'of', asked.product ?? asked.variant],
    queryFn: ({ signal }) => fetchVariants(asked.product ? { productIds: [asked.product] } : { variantIds: asked.variant ? [asked.variant] : [] }, signal),
    enabled: hasBalance,
    meta: { reads: ['products', 'variants'] },
  });
  const point = useName('stock_points', asked.point && asked.point !== FLOOR ? asked.point : null);
  const variant = variants.data?.find((row) => row.variant_id === asked.variant);
  const onHand = hasBalance && levels.data && !levels.isPlaceholderData ? levels.data.reduce((sum, level) => sum + Math.round(level.quantity * 1000), 0) / 1000 : undefined;

  const set = (name: string, value: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (value === EVERY) next.delete(name);
      else next.set(name, value);
      return next;
    }, { replace: true });

  const name = product.data ? nameOf(product.data) : variant && productName(variant);
  const points = new Map((everywhere.data ?? []).map((level) => [level.stock_point_id ?? FLOOR, pointName(t, level)]));
  if (asked.point && !points.has(asked.point)) points.set(asked.point, asked.point === FLOOR ? t('stock.floor') : nameOf(point));
  const options = variants.data ?? [];
  return (
    <>
      <PageHead
        title={hasBalance && onHand !== undefined ? t('stock.ledger.why', { n: formatNumber(onHand) }) : t('stock.ledger.title')}
        tab={t('stock.ledger.title')}
        sub={
          hasBalance
            ? [name, variant && variantLabel(variant), asked.branch && nameOf(branches.find((one) => one.id === asked.branch)), asked.point && points.get(asked.point)].filter(Boolean).join(t('kit.listComma'))
            : t('stock.ledger.choose')
        }
        actions={asked.product && <Button href={`/inventory/products/edit/${asked.product}`}>{t('stock.ledger.back')}</Button>}
      />
      <div className="tools ledger-scope">
        {options.length > 1 && (
          <Select
            label={t('stock.ledger.column.variant')}
            value={asked.variant ?? EVERY}
            onChange={(value) => set('variant', value)}
            options={[{ value: EVERY, label: t('stock.ledger.everyVariant') }, ...options.map((row) => ({ value: row.variant_id, label: variantLabel(row) || row.sku }))]}
          />
        )}
        {branches.length > 1 && (
          <Select
            label={t('stock.ledger.branch')}
            value={asked.branch ?? EVERY}
            onChange={(value) => set('branch', value)}
            options={[{ value: EVERY, label: t('stock.ledger.allBranches') }, ...branches.map((branch) => ({ value: branch.id, label: nameOf(branch) }))]}
          />
        )}
        {points.size > 0 && (
          <Select
            label={t('stock.ledger.place')}
            value={asked.point ?? EVERY}
            onChange={(value) => set('point', value)}
            options={[{ value: EVERY, label: t('stock.ledger.everyPlace') }, ...[...points].map(([value, label]) => ({ value, label }))]}
          />
        )}
        {hasBalance && <Button variant="quiet" href="/inventory/stock/movements">{t('stock.ledger.clear')}</Button>}
      </div>
      <div className="scroll">
        <StockLedger scope={scope} onHand={onHand} />
      </div>
    </>
  );
}
