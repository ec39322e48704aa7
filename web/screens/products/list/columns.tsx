import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { Branch } from '@/db/me-types.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ActiveStatus } from '@/kit/active-status.tsx';
import { addUp } from '@/lib/pieces.ts';
import { settings } from '@/lib/settings.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { Money, Quantity } from '@/ui/figure.tsx';
import { ColorDots } from './color-dots.tsx';
import type { ProductRow } from '@/db/products.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, countColumn, hiddenAtFirst, momentColumn, statusColumn, textColumn, type ColumnOverrides } from '@/list/columns.tsx';

/* With more branches the table is too wide to read; others can be added. */
const BRANCH_COLUMNS = 6;

function isLow(row: ProductRow, pieces: number | undefined): boolean {
  return row.low_stock_level !== null && pieces !== undefined && pieces <= row.low_stock_level;
}

const ledgerLink = (row: ProductRow, branch?: string) => `/inventory/stock/movements?product=${row.id}${branch ? `&branch=${branch}` : ''}`;

interface OnHand {
  row: ProductRow;
  branch?: Branch;
  pieces: number | undefined;
  strong?: boolean;
}

/** A figure that opens its movements. A function, not a component: a list has hundreds, all with the same translations. */
function onHand(t: TFunction, { row, branch, pieces, strong }: OnHand) {
  const low = branch !== undefined && isLow(row, pieces);
  // Never stocked, so there are no movements to show.
  if (pieces === undefined) return <Quantity value={0} nil />;
  const n = formatNumber(pieces);
  const label = branch
    ? t('products.whyOnHand', { n, name: nameOf(row), branch: nameOf(branch) })
    : t('products.whyTotal', { n, name: nameOf(row) });
  return (
    <a
      className={strong ? 'reason font-medium text-ink' : 'reason'}
      href={ledgerLink(row, branch?.id)}
      aria-label={label}
      title={low ? t('products.lowAt', { level: formatNumber(row.low_stock_level ?? 0) }) : undefined}
    >
      <Quantity value={pieces} nil low={low} />
    </a>
  );
}

export function useProductColumns(branches: readonly Branch[], seesStock: boolean): readonly Column<ProductRow>[] {
  const { t } = useTranslation();
  const currency = currencyWord();
  return useMemo(() => {
    // Cairo, the Arabic font, is wider.
    const wide = (latin: number, arabic: number) => `${settings().language === 'ar' ? arabic : latin}px`;
    // Fits a name of ordinary length; longer ones are truncated.
    const wideFor = (name: string) =>
      wide(Math.min(124, Math.max(78, 26 + 8 * name.length)), Math.min(124, Math.max(88, 22 + 6 * name.length)));
    const name = (id: 'category' | 'brand') =>
      textColumn<ProductRow>(id, t(`products.column.${id}`), (row) => nameIn(row, id), { sort: id, width: '140px', ...hiddenAtFirst });
    const group = t('products.column.onHand');
    const pieces = (id: string, label: string, of: (row: ProductRow) => number, overrides: ColumnOverrides<ProductRow>) =>
      countColumn(id, label, of, { group, footer: (rows) => <Quantity value={addUp(rows.map(of))} nil />, ...overrides });
    const stock = branches.map((branch, index) =>
      pieces(`at-${branch.id}`, nameOf(branch), (row) => row.on_hand[branch.id] ?? 0, {
        width: wideFor(nameOf(branch)),
        shown: index < BRANCH_COLUMNS,
        card: branches.length > 1 ? 'low' : 'figure',
        cell: (row) => onHand(t, { row, branch, pieces: row.on_hand[branch.id] }),
      }),
    );
    const total = pieces('total', t('products.column.total'), (row) => row.on_hand_total, {
      width: '74px',
      cell: (row) => onHand(t, { row, pieces: row.on_hand_total, strong: true }),
    });
    return [
      {
        id: 'name',
        label: t('products.column.name'),
        pinned: true,
        // With many branches the table scrolls sideways, so the name keeps a minimum width.
        minWidth: 220,
        sort: 'name',
        card: 'title',
        cell: (row) => (
          <span className="product-cell">
            <ProductThumb path={row.image_path} />
            <a className="record-name" dir="auto" href={`/inventory/products/edit/${row.id}`}>
              <bdi>{nameOf(row)}</bdi>
            </a>
          </span>
        ),
        footer: (rows) => <span className="muted">{t('products.pageFoot', { count: rows.length })}</span>,
        sheet: { value: (row) => nameOf(row) },
      },
      codeColumn('code', t('products.column.code'), (row) => row.designer_id ?? row.first_sku, { width: '92px' }),
      countColumn('variants', t('products.column.variants'), (row) => row.variant_count, {
        num: false,
        width: wide(136, 156),
        card: 'none',
        cell: (row) => <ColorDots count={row.variant_count} colors={row.colors} />,
      }),
      name('category'),
      name('brand'),
      momentColumn('created', t('products.column.created'), (row) => row.created_at, {
        width: '120px',
        sort: 'created_at',
        cell: (row) => formatDate(row.created_at),
        ...hiddenAtFirst,
      }),
      {
        id: 'price',
        label: t('products.column.price', { currency }),
        num: true,
        sort: 'price',
        width: '110px',
        card: 'end',
        cell: (row) => <Money value={row.price} />,
        sheet: { value: (row) => row.price, kind: 'money' },
      },
      // With several branches, the total is placed before them, where it is visible without scrolling.
      ...(seesStock && branches.length > 1 ? [total] : []),
      ...(seesStock ? stock : []),
      statusColumn(
        'status',
        t('products.column.status'),
        ({ active }) => <ActiveStatus active={active} />,
        ({ active }) => t(active ? 'kit.active' : 'kit.inactive'),
        { width: '92px' },
      ),
    ];
  }, [branches, seesStock, t, currency]);
}
