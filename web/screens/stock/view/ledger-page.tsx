import { useQuery } from '@tanstack/react-query';
import { useBranch, useCan } from '@/db/me.ts';
import { productOf } from '@/db/products.ts';
import {
  allMovements,
  documentKinds,
  FLOOR,
  levelsIn,
  movedDocuments,
  movementKinds,
  type LedgerScope,
  type MovementRow,
  type MovementScope,
} from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useName } from '@/kit/names.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { formatDateTime, today } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import type { SheetColumn } from '@/lib/sheet.ts';
import type { Filter } from '@/list/column.ts';
import { ExportMenu } from '@/list/export-menu.tsx';
import { FilterBar } from '@/list/filter-bar.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { periodDays } from '@/list/period-days.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useListState } from '@/list/use-list-state.ts';
import { placeName, pointName } from '@/parts/place-name.ts';
import { StockLedger } from '@/parts/stock-ledger/stock-ledger.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { fetchVariants } from '@/parts/variant-picker/variant-row.ts';
import { Button } from '@/ui/button.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Select } from '@/ui/select.tsx';
import '../stock.css';

const EVERY = 'every';
const RULES: ListRules = {
  sort: { by: 'id', descending: true },
  sortable: ['id'],
  filters: ['product', 'variant', 'branch', 'point', 'days', 'kind', 'person', 'document'],
};
const isDocument = (key: string) => new RegExp(`^(${documentKinds.join('|')}):[0-9a-f-]{36}$`, 'i').test(key);

/** /inventory/stock/movements?product=&variant=&branch=&point= : the movements that explain a stock figure, filtered by days, user,
    kind and document. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branch: currentBranch, branchIds, branches } = useBranch();
  const list = useListState(RULES);
  const chosen = (name: string) => list.state.filters[name] ?? [];
  const [[variantId], [branchId], [atPoint], products] = [chosen('variant'), chosen('branch'), chosen('point'), chosen('product')];
  const places: LedgerScope = { productIds: products, variantId, branchIds: branchId ? [branchId] : branchIds, point: atPoint };
  const clock = branches.find((branch) => branch.id === branchId) ?? currentBranch;
  const scope: MovementScope = {
    ...places,
    days: periodDays(chosen('days')[0], today(clock?.time_zone, clock?.day_start)),
    kinds: chosen('kind').filter((kind) => movementKinds.some((known) => known === kind)),
    actorIds: chosen('person'),
    documents: chosen('document').filter(isDocument),
  };
  const [productId] = products.length === 1 ? products : [];
  const isOne = Boolean(productId ?? variantId);
  // Filtered movements have no balance.
  const hasBalance = isOne && ['days', 'kind', 'person', 'document'].every((name) => chosen(name).length === 0);

  const levels = useQuery({ ...levelsIn(places), enabled: hasBalance });
  // All places of the product, for the place filter.
  const everywhere = useQuery({ ...levelsIn({ productIds: products, variantId, branchIds: [] }), enabled: isOne });
  const product = useQuery({ ...productOf(productId ?? ''), enabled: Boolean(productId) });
  const variants = useQuery({
    queryKey: ['variant_page', 'of', productId ?? variantId],
    queryFn: ({ signal }) => fetchVariants(productId ? { productIds: [productId] } : { variantIds: variantId ? [variantId] : [] }, signal),
    enabled: isOne,
    meta: { reads: ['products', 'variants'] },
  });
  const point = useName('stock_points', atPoint && atPoint !== FLOOR ? atPoint : null);
  const variant = variants.data?.find((row) => row.variant_id === variantId);
  const onHand = hasBalance && levels.data && !levels.isPlaceholderData ? addUp(levels.data.map(({ quantity }) => quantity)) : undefined;
  const set = (filter: string) => (value: string) => list.change({ filter, values: value === EVERY ? [] : [value] });

  const name = product.data ? nameOf(product.data) : variant && productName(variant);
  const points = new Map((everywhere.data ?? []).map((level) => [level.stock_point_id ?? FLOOR, pointName(t, level)]));
  if (atPoint && !points.has(atPoint)) points.set(atPoint, atPoint === FLOOR ? t('stock.floor') : nameOf(point));
  const options = isOne ? (variants.data ?? []) : [];
  const column = (
    header: string,
    kind: SheetColumn<MovementRow>['kind'],
    value: SheetColumn<MovementRow>['value'],
  ): SheetColumn<MovementRow> => ({ header, kind, value });
  const sheet = [
    column(t('stock.ledger.column.at'), 'text', (row) => formatDateTime(row.at)),
    column(t('stock.ledger.column.kind'), 'text', (row) => t(`stock.kind.${row.kind}`)),
    column(t('stock.form.reason'), 'text', (row) => row.reason && t(`stock.reason.${row.reason}`)),
    column(t('stock.incoming.document'), 'text', (row) => row.document_number),
    column(t('lines.product'), 'text', productName),
    column(t('stock.ledger.column.variant'), 'text', variantLabel),
    column(t('stock.column.sku'), 'text', (row) => row.sku),
    column(t('lines.barcode'), 'text', (row) => row.barcode),
    column(t('stock.ledger.column.place'), 'text', (row) => placeName(t, row)),
    column(t('stock.ledger.column.actor'), 'text', (row) => nameOf(row.actor)),
    column(t('stock.ledger.column.quantity'), 'number', (row) => row.quantity),
  ];
  const seenKinds = documentKinds.filter((kind) => kind !== 'sale' || can('accounting.sales.view'));
  const filters: Filter[] = [
    refFilter('products', 'product', t('lines.product')),
    periodFilter('days', t('stock.ledger.filter.days')),
    {
      name: 'kind',
      label: t('stock.ledger.filter.kind'),
      options: movementKinds.map((value) => ({ value, label: t(`stock.kind.${value}`) })),
    },
    refFilter('profiles', 'person', t('stock.ledger.column.actor')),
    {
      name: 'document',
      label: t('stock.incoming.document'),
      search: (words) => movedDocuments(seenKinds, { words }),
      loadLabels: (keys) => movedDocuments(seenKinds, { keys: keys.filter(isDocument) }),
    },
  ];
  return (
    <>
      <PageHead
        title={onHand !== undefined ? t('stock.ledger.why', { n: formatNumber(onHand) }) : t('stock.ledger.title')}
        tab={t('stock.ledger.title')}
        sub={
          isOne
            ? [
                name,
                variant && variantLabel(variant),
                branchId && nameOf(branches.find((branch) => branch.id === branchId)),
                atPoint && points.get(atPoint),
              ]
                .filter(Boolean)
                .join(t('kit.listComma'))
            : t('stock.ledger.choose')
        }
        actions={productId && <Button href={`/inventory/products/edit/${productId}`}>{t('stock.ledger.back')}</Button>}
      />
      <div className="tools ledger-scope">
        {options.length > 1 && (
          <Select
            label={t('stock.ledger.column.variant')}
            value={variantId ?? EVERY}
            onChange={set('variant')}
            options={[
              { value: EVERY, label: t('stock.ledger.everyVariant') },
              ...options.map((row) => ({ value: row.variant_id, label: variantLabel(row) || row.sku })),
            ]}
          />
        )}
        {branches.length > 1 && (
          <Select
            label={t('stock.ledger.branch')}
            value={branchId ?? EVERY}
            onChange={set('branch')}
            options={[
              { value: EVERY, label: t('stock.ledger.allBranches') },
              ...branches.map((branch) => ({ value: branch.id, label: nameOf(branch) })),
            ]}
          />
        )}
        {points.size > 0 && (
          <Select
            label={t('stock.ledger.place')}
            value={atPoint ?? EVERY}
            onChange={set('point')}
            options={[{ value: EVERY, label: t('stock.ledger.everyPlace') }, ...[...points].map(([value, label]) => ({ value, label }))]}
          />
        )}
        <FilterBar list={list} filters={filters} />
        {can('inventory.stock.export') && (
          <span className="inline-group ms-auto no-phone">
            <ExportMenu
              exported={{
                name: t('stock.ledger.title'),
                rows: (signal) => allMovements(scope, signal),
                sort: list.state.sort,
                columns: sheet,
              }}
              columns={[]}
            />
          </span>
        )}
      </div>
      <div className="scroll">
        <StockLedger scope={scope} onHand={onHand} />
      </div>
    </>
  );
}
