import { useMemo } from 'react';
import type { PlaceRow } from '@/db/stock.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, countColumn, hiddenAtFirst, textColumn } from '@/list/columns.tsx';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { pointName } from '@/parts/place-name.ts';
import { Nil, Quantity } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { productName, variantLabel, variantName } from '@/parts/variant-name.ts';
import { ledgerLink } from './level-links.ts';

/** The figures link to their movements, or to the documents with incoming goods. Stock comes first, where it is visible without
    scrolling. */
export function useLevelColumns(onIncoming: (row: PlaceRow) => void): readonly Column<PlaceRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'product',
        label: t('lines.product'),
        pinned: true,
        minWidth: 230,
        sort: 'product',
        card: 'title',
        cell: (row) => (
          <span className="product-cell">
            <ProductThumb path={row.image_path} />
            <a className="record-name" dir="auto" href={ledgerLink(row)}>
              <bdi>{productName(row)}</bdi>
            </a>
          </span>
        ),
        footer: () => <span className="muted">{t('stock.pageFoot')}</span>,
        sheet: { value: productName },
      },
      textColumn<PlaceRow>('variant', t('lines.variant'), variantLabel, {
        width: '15%',
        minWidth: 166,
        cell: (row) => (
          <span className="inline-group">
            {row.color_value && <Swatch color={row.color_value} square />}
            <bdi>{variantLabel(row)}</bdi>
          </span>
        ),
      }),
      textColumn('branch', t('stock.column.branch'), (row) => nameIn(row, 'branch'), { width: '13%', minWidth: 144 }),
      textColumn('place', t('stock.column.place'), (row) => pointName(t, row), { width: '13%', minWidth: 144 }),
      countColumn('quantity', t('stock.column.quantity'), ({ quantity }) => quantity, {
        sort: 'quantity',
        width: '140px',
        card: 'end',
        cell: (row) => (
          <a
            className="reason"
            href={ledgerLink(row)}
            aria-label={t('stock.why', { n: formatNumber(row.quantity), name: variantName(row) })}
            title={row.low ? t('stock.lowAt', { level: formatNumber(row.low_stock_level ?? 0) }) : undefined}
          >
            <Quantity value={row.quantity} nil low={row.low} />
          </a>
        ),
        footer: (rows) => <Quantity value={addUp(rows.map(({ quantity }) => quantity))} nil />,
      }),
      countColumn('incoming', t('stock.column.incoming'), ({ incoming }) => incoming, {
        width: '112px',
        cell: (row) =>
          row.incoming > 0 ? (
            <button
              type="button"
              className="reason"
              aria-label={t('stock.whyIncoming', { n: formatNumber(row.incoming), name: variantName(row) })}
              onClick={() => onIncoming(row)}
            >
              <Quantity value={row.incoming} />
            </button>
          ) : (
            <Nil />
          ),
        footer: (rows) => <Quantity value={addUp(rows.map(({ incoming }) => incoming))} nil />,
      }),
      codeColumn('sku', t('stock.column.sku'), ({ sku }) => sku, { width: '112px', sort: 'sku', card: 'status' }),
      codeColumn('barcode', t('lines.barcode'), ({ barcode }) => barcode, { width: '150px', ...hiddenAtFirst }),
      countColumn('low', t('stock.column.low'), (row) => row.low_stock_level, { width: '110px', ...hiddenAtFirst }),
    ],
    [t, onIncoming],
  );
}
