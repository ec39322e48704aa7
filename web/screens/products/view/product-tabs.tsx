import { useQuery } from '@tanstack/react-query';
import { PackageOpen, PackagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBranch } from '@/db/me.ts';
import { priceHistoryOf, type ProductRecord } from '@/db/products.ts';
import { levelsIn, type LevelRow } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { AllChanges } from '@/kit/changes/all-changes.tsx';
import { RefName } from '@/kit/ref-name.tsx';
import { formatDateTime } from '@/lib/dates.ts';
import { addUp } from '@/lib/pieces.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Money, Nil, Quantity } from '@/ui/figure.tsx';
import { Section } from '@/ui/section.tsx';
import { Table, type TableColumn } from '@/ui/table.tsx';
import { placeName } from '@/parts/place-name.ts';
import { StockLedger } from '@/parts/stock-ledger/stock-ledger.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { useVariantNames } from '../use-variant-names.ts';

/** The other tabs of a product, loaded when the first of them opens. */
export default function ProductTabs({
  tab,
  product,
  stocking,
}: {
  tab: 'stock' | 'movements' | 'history';
  product: ProductRecord;
  stocking: string | undefined;
}) {
  const { branchIds } = useBranch();
  const scope = { productIds: [product.id], branchIds };
  const levels = useQuery({ ...levelsIn(scope), enabled: tab !== 'history' });
  if (tab === 'history') return <PriceHistory product={product} />;
  if (tab === 'stock')
    return <StockOf product={product} stocking={stocking} levels={levels.data} error={levels.error} retry={() => void levels.refetch()} />;
  return <StockLedger scope={scope} onHand={levels.data && sumOf(levels.data)} />;
}

type Variant = ProductRecord['variants'][number];

const sumOf = (levels: readonly LevelRow[]) => addUp(levels.map(({ quantity }) => quantity));

interface StockOfProps {
  product: ProductRecord;
  /** The path for adding stock, if the user may add any. */
  stocking: string | undefined;
  levels: LevelRow[] | undefined;
  error: unknown;
  retry: () => void;
}

/** Stock with variants as rows and places as columns; each figure opens its movements. */
function StockOf({ product, stocking, levels, error, retry }: StockOfProps) {
  const { t } = useTranslation();
  const variantName = useVariantNames();
  if (error && !levels) return <LoadFailed error={error} onRetry={retry} />;
  if (!levels) return <SkeletonTable columns={5} rows={6} />;
  if (levels.length === 0)
    return (
      <EmptyState
        icon={PackageOpen}
        title={t('products.stockTab.empty')}
        actions={
          stocking && (
            <Button variant="primary" icon={PackagePlus} href={stocking}>
              {t('products.addStock')}
            </Button>
          )
        }
      />
    );
  const keyOf = (level: LevelRow) => `${level.branch_id}&point=${level.stock_point_id ?? 'none'}`;
  const places = [...new Map(levels.map((level) => [keyOf(level), level]))];
  const at = (variantId: string, key: string) =>
    levels.find((level) => level.variant_id === variantId && keyOf(level) === key)?.quantity ?? 0;
  const ofVariant = (id: string) => `/inventory/stock/movements?product=${product.id}&variant=${id}`;
  return (
    <Table
      className="data-table stock-of"
      label={t('products.stockTab.caption')}
      rows={product.variants}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('products.stockTab.variant'),
          className: 'emphasis',
          cell: (variant) => <bdi>{variantName(variant) || variant.sku}</bdi>,
          footer: <span className="muted">{t('products.column.total')}</span>,
        },
        ...places.map(
          ([key, level]): TableColumn<Variant> => ({
            head: placeName(t, level),
            num: 'numeric figure-column',
            cell: ({ id }) =>
              at(id, key) === 0 ? (
                <Nil />
              ) : (
                <a className="reason" href={`${ofVariant(id)}&branch=${key}`}>
                  <Quantity value={at(id, key)} />
                </a>
              ),
            footer: <Quantity value={sumOf(levels.filter((level) => keyOf(level) === key))} />,
          }),
        ),
        {
          head: t('products.column.total'),
          num: 'numeric figure-column figure-edge',
          cell: ({ id }) => (
            <a className="reason" href={ofVariant(id)}>
              <Quantity value={sumOf(levels.filter((level) => level.variant_id === id))} nil />
            </a>
          ),
          footer: <Quantity value={sumOf(levels)} />,
        },
      ]}
    />
  );
}

function PriceHistory({ product }: { product: ProductRecord }) {
  const { t } = useTranslation();
  const variantName = useVariantNames();
  const { data, isPending, error, refetch } = useQuery(priceHistoryOf(product.id));
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <SkeletonTable columns={5} rows={4} />;
  const price = (value: number | null) =>
    value === null ? <span className="muted">{t('products.historyTab.ofProduct')}</span> : <Money value={value} />;
  const nameOfChange = (variantId: string | null) => {
    if (variantId === null) return t('products.historyTab.productPrice');
    const variant = product.variants.find((candidate) => candidate.id === variantId);
    return variant ? variantName(variant) || variant.sku : '–';
  };
  const prices = (none?: ReactNode) => (
    <Section title={t('products.historyTab.prices')} end={<AllChanges table="products" id={product.id} name={nameOf(product)} />}>
      {none}
    </Section>
  );
  if (data.rows.length === 0) return prices(<p className="muted">{t('products.historyTab.empty')}</p>);
  return (
    <>
      {prices()}
      <Table
        className="data-table"
        rows={data.rows}
        keyOf={({ id }) => id}
        columns={[
          { head: t('products.historyTab.when'), cell: (change) => <bdi>{formatDateTime(change.at)}</bdi> },
          {
            head: t('products.historyTab.who'),
            cell: (change) => <RefName table="profiles" id={change.actor_id} otherwise={t('kit.system')} />,
          },
          { head: t('products.historyTab.what'), cell: (change) => <bdi>{nameOfChange(change.variant_id)}</bdi> },
          { head: t('products.historyTab.from'), num: 'numeric figure-column figure-edge', cell: (change) => price(change.old_price) },
          { head: t('products.historyTab.to'), num: 'numeric figure-column', cell: (change) => price(change.new_price) },
        ]}
      />
    </>
  );
}
