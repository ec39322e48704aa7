import { useQuery } from '@tanstack/react-query';
import { Boxes, ListTree, Plus } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useBranch, useCan } from '@/db/me.ts';
import { findNames, namesOf } from '@/db/plain-rows.ts';
import { queryClient } from '@/db/query.ts';
import { allLevels, FLOOR, levelPage, type LevelQuestion, type LevelRow } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { Column, Filter } from '@/kit/column.ts';
import { ListPage } from '@/kit/list-page.tsx';
import { lastPage, type ListRules, type ListState } from '@/kit/list-state.ts';
import { useListState } from '@/kit/use-list-state.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Quantity } from '@/ui/figure.tsx';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { useReader } from '@/parts/reader.ts';
import { Button } from '@/ui/button.tsx';
import { Code } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import './stock.css';

const RULES: ListRules = {
  sort: { by: 'product', descending: false },
  sortable: ['product', 'quantity', 'sku'],
  filters: ['place', 'on_hand'],
};

const ledgerLink = (row: LevelRow) => `/inventory/stock/movements?product=${row.product_id}&variant=${row.variant_id}&branch=${row.branch_id}&point=${row.stock_point_id ?? FLOOR}`;

const questionOf = (state: ListState, branchIds: readonly string[]): LevelQuestion => {
  const on_hand = state.filters.on_hand ?? [];
  return {
    words: state.search,
    branchIds,
    points: state.filters.place ?? [],
    // Both ticked is no filter.
    on_hand: on_hand.length === 1 && (on_hand[0] === 'some' || on_hand[0] === 'none') ? on_hand[0] : null,
    sort: state.sort,
    offset: (state.page - 1) * state.size,
    limit: state.size,
  };
};

/** What every branch and stock point holds. */
export function Component() {
  const { t } = useTranslation();
  const { named, either } = useReader();
  const navigate = useNavigate();
  const can = useCan();
  const { branchIds } = useBranch();
  const list = useListState(RULES);
  const page = useQuery(levelPage(questionOf(list.state, branchIds)));
  const columns = useLevelColumns();
  const mayAdjust = can('inventory.stock.adjust');
  useShortcut('n', () => void navigate('/inventory/stock/add'), { when: mayAdjust });

  const count = page.data?.count;
  const next = list.state.page + 1;
  const settled = page.isSuccess && !page.isPlaceholderData;
  useEffect(() => {
    if (settled && count !== undefined && next <= lastPage(count, list.state.size)) void queryClient.prefetchQuery(levelPage(questionOf({ ...list.state, page: next }, branchIds)));
  }, [settled, count, next, list.state, branchIds]);

  const filters: Filter[] = [
    {
      name: 'place',
      label: t('stock.filter.place'),
      search: async (words) => [{ value: FLOOR, label: t('stock.floor') }, ...(await findNames('stock_points', words, 20)).map((point) => ({ value: point.id, label: nameOf(point) }))],
      labelsOf: async (ids) => {
        const points = ids.filter((id) => id !== FLOOR);
        const named_ = points.length ? await namesOf('stock_points', points) : [];
        return [...(ids.includes(FLOOR) ? [{ value: FLOOR, label: t('stock.floor') }] : []), ...named_.map((point) => ({ value: point.id, label: nameOf(point) }))];
      },
    },
    { name: 'on_hand', label: t('stock.filter.on_hand'), options: [{ value: 'some', label: t('stock.filter.some') }, { value: 'none', label: t('stock.filter.none') }] },
  ];
  return (
    <ListPage<LevelRow>
      name="stock"
      title={t('stock.title')}
      summary={t('stock.summary')}
      list={list}
      result={{ rows: page.data?.rows, count, pending: page.isPending, refreshing: page.isPlaceholderData, error: page.error, retry: () => void page.refetch() }}
      columns={columns}
      rowId={(row) => row.id}
      rowLabel={(row) => [named({ name: row.product, name_ar: row.product_ar }), either(row.color, row.color_ar), either(row.size, row.size_ar)].filter(Boolean).join(' / ')}
      rowHref={ledgerLink}
      filters={filters}
      searchHint={t('stock.search')}
      tableClass="levels"
      actions={
        <>
          <Button icon={ListTree} href="/inventory/stock/movements">{t('stock.movements')}</Button>
          {mayAdjust && <Button variant="primary" icon={Plus} keys="N" href="/inventory/stock/add">{t('stock.add')}</Button>}
        </>
      }
      exported={can('inventory.stock.export') ? { name: t('stock.title'), rows: () => allLevels(questionOf(list.state, branchIds)) } : undefined}
      empty={{ icon: Boxes, title: t('stock.empty.title'), text: t('stock.empty.text'), actions: mayAdjust && <Button variant="primary" icon={Plus} href="/inventory/stock/add">{t('stock.add')}</Button> }}
    />
  );
}

function useLevelColumns(): readonly Column<LevelRow>[] {
  const { t } = useTranslation();
  const { either } = useReader();
  return useMemo(() => {
    const name = (row: LevelRow) => either(row.product, row.product_ar);
    const variant = (row: LevelRow) => [either(row.color, row.color_ar), either(row.size, row.size_ar)].filter(Boolean).join(' / ');
    const place = (row: LevelRow) => (row.stock_point === null ? t('stock.floor') : either(row.stock_point, row.stock_point_ar));
    return [
      {
        id: 'product',
        label: t('stock.column.product'),
        pinned: true,
        sort: 'product',
        slip: 'title',
        cell: (row) => (
          <span className="prod">
            <ProductThumb path={row.image_path} />
            <a className="nm" dir="auto" href={ledgerLink(row)}><bdi>{name(row)}</bdi></a>
          </span>
        ),
        foot: () => <span className="mut">{t('stock.pageFoot')}</span>,
        sheet: { value: name },
      },
      {
        id: 'variant',
        label: t('stock.column.variant'),
        width: '18%',
        slip: 'sub',
        cell: (row) => <span className="row">{row.color_value && <Swatch color={row.color_value} square />}<bdi>{variant(row)}</bdi></span>,
        sheet: { value: variant },
      },
      { id: 'sku', label: t('stock.column.sku'), width: '120px', sort: 'sku', slip: 'status', cell: (row) => <Code>{row.sku}</Code>, sheet: { value: (row) => row.sku, kind: 'text' } },
      { id: 'barcode', label: t('stock.column.barcode'), width: '150px', shown: false, slip: 'none', cell: (row) => <Code>{row.barcode}</Code>, sheet: { value: (row) => row.barcode, kind: 'text' } },
      { id: 'branch', label: t('stock.column.branch'), width: '16%', slip: 'sub', cell: (row) => <bdi>{either(row.branch, row.branch_ar)}</bdi>, sheet: { value: (row) => either(row.branch, row.branch_ar) } },
      { id: 'place', label: t('stock.column.place'), width: '14%', slip: 'sub', cell: (row) => <bdi>{place(row)}</bdi>, sheet: { value: place } },
      {
        id: 'quantity',
        label: t('stock.column.quantity'),
        num: true,
        sort: 'quantity',
        width: '150px',
        slip: 'end',
        cell: (row) => (
          <a
            className="why"
            href={ledgerLink(row)}
            aria-label={t('stock.why', { n: formatNumber(row.quantity), name: [name(row), variant(row)].filter(Boolean).join(' / ') })}
          >
            <Quantity value={row.quantity} nil />
          </a>
        ),
        foot: (rows) => <Quantity value={rows.reduce((sum, row) => sum + Math.round(row.quantity * 1000), 0) / 1000} nil />,
        sheet: { value: (row) => row.quantity, kind: 'number' },
      },
    ];
  }, [t, either]);
}
