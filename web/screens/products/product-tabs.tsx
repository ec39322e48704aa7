import { useQuery } from '@tanstack/react-query';
import { PackageOpen, PackagePlus } from 'lucide-react';
import { useBranch } from '@/db/me.ts';
import { priceHistoryOf, type ProductRecord } from '@/db/products.ts';
import { levelsIn, type LevelRow } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { LoadFailed } from '@/kit/list-states.tsx';
import { RefName } from '@/kit/ref-name.tsx';
import { formatDateTime } from '@/lib/dates.ts';
import { addUp } from '@/lib/pieces.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Money, Quantity } from '@/ui/figure.tsx';
import { placeName } from '@/parts/place-name.ts';
import { StockLedger } from '@/parts/stock-ledger/stock-ledger.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { useVariantNames } from './use-variant-names.ts';

/** What a product's other tabs show; they load with the first of them. */
export default function ProductTabs({ tab, product, stocking }: { tab: 'stock' | 'movements' | 'history'; product: ProductRecord; stocking: string | undefined }) {
  const { branchIds } = useBranch();
  const scope = { productIds: [product.id], branchIds };
  const levels = useQuery({ ...levelsIn(scope), enabled: tab !== 'history' });
  if (tab === 'history') return <PriceHistory product={product} />;
  if (tab === 'stock') return <StockOf product={product} stocking={stocking} levels={levels.data} error={levels.error} retry={() => void levels.refetch()} />;
  return <StockLedger scope={scope} onHand={levels.data && sumOf(levels.data)} />;
}

const sumOf = (levels: readonly LevelRow[]) => addUp(levels.map(({ quantity }) => quantity));

interface StockOfProps {
  product: ProductRecord;
  /** Where it gets stock, if the reader may put any there. */
  stocking: string | undefined;
  levels: LevelRow[] | undefined;
  error: unknown;
  retry: () => void;
}

/** Variants down, places across; each figure opens its movements. */
function StockOf({ product, stocking, levels, error, retry }: StockOfProps) {
  const { t } = useTranslation();
  const variantName = useVariantNames();
  if (error && !levels) return <LoadFailed error={error} onRetry={retry} />;
  if (!levels) return <SkeletonTable columns={5} rows={6} />;
  if (levels.length === 0) return <EmptyState icon={PackageOpen} title={t('products.stockTab.empty')} actions={stocking && <Button variant="primary" icon={PackagePlus} href={stocking}>{t('products.addStock')}</Button>} />;
  const keyOf = (level: LevelRow) => `${level.branch_id}&point=${level.stock_point_id ?? 'none'}`;
  const places = [...new Map(levels.map((level) => [keyOf(level), level]))];
  const at = (variantId: string, key: string) => levels.find((level) => level.variant_id === variantId && keyOf(level) === key)?.quantity ?? 0;
  return (
    <table className="t stock-of">
      <caption className="sr">{t('products.stockTab.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('products.stockTab.variant')}</th>
          {places.map(([key, level]) => <th key={key} scope="col" className="num col">{placeName(t, level)}</th>)}
          <th scope="col" className="num col col2">{t('products.column.total')}</th>
        </tr>
      </thead>
      <tbody>
        {product.variants.map((variant) => (
          <tr key={variant.id}>
            <td className="hi"><bdi>{variantName(variant) || variant.sku}</bdi></td>
            {places.map(([key]) => {
              const pieces = at(variant.id, key);
              return (
                <td key={key} className="num col">
                  {pieces === 0 ? <Quantity value={0} nil /> : <a className="why" href={`/inventory/stock/movements?product=${product.id}&variant=${variant.id}&branch=${key}`}><Quantity value={pieces} /></a>}
                </td>
              );
            })}
            <td className="num col col2"><a className="why" href={`/inventory/stock/movements?product=${product.id}&variant=${variant.id}`}><Quantity value={sumOf(levels.filter((level) => level.variant_id === variant.id))} nil /></a></td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td className="mut">{t('products.column.total')}</td>
          {places.map(([key]) => <td key={key} className="num col"><Quantity value={sumOf(levels.filter((level) => keyOf(level) === key))} /></td>)}
          <td className="num col col2"><Quantity value={sumOf(levels)} /></td>
        </tr>
      </tfoot>
    </table>
  );
}

function PriceHistory({ product }: { product: ProductRecord }) {
  const { t } = useTranslation();
  const variantName = useVariantNames();
  const { data, isPending, error, refetch } = useQuery(priceHistoryOf(product.id));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonTable columns={5} rows={4} />;
  if (data.rows.length === 0) return <p className="sec mut">{t('products.historyTab.empty')}</p>;
  const price = (value: number | null) => (value === null ? <span className="mut">{t('products.historyTab.ofProduct')}</span> : <Money value={value} />);
  const what = (variantId: string | null) => {
    if (variantId === null) return t('products.historyTab.productPrice');
    const variant = product.variants.find((one) => one.id === variantId);
    return variant ? variantName(variant) || variant.sku : '–';
  };
  return (
    <table className="t">
      <thead>
        <tr>
          <th scope="col">{t('products.historyTab.when')}</th>
          <th scope="col">{t('products.historyTab.who')}</th>
          <th scope="col">{t('products.historyTab.what')}</th>
          <th scope="col" className="num col col2">{t('products.historyTab.from')}</th>
          <th scope="col" className="num col">{t('products.historyTab.to')}</th>
        </tr>
      </thead>
      <tbody>
        {data.rows.map((change) => (
          <tr key={change.id}>
            <td><bdi>{formatDateTime(change.at)}</bdi></td>
            <td><RefName table="profiles" id={change.actor_id} otherwise={t('kit.system')} /></td>
            <td><bdi>{what(change.variant_id)}</bdi></td>
            <td className="num col col2">{price(change.old_price)}</td>
            <td className="num col">{price(change.new_price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
