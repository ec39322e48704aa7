import { useMemo } from 'react';
import type { PlaceRow } from '@/db/stock.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import type { Column } from '@/list/column.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { pointName } from '@/parts/place-name.ts';
import { Code, Nil, Quantity } from '@/ui/figure.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { productName, variantLabel, variantName } from '@/parts/variant-name.ts';
import { ledgerLink } from './level-links.ts';

/** Every figure opens what makes it: the movements, or the documents that bring goods. What is there stands in sight where the last
    columns are not. */
export function useLevelColumns(onIncoming: (row: PlaceRow) => void): readonly Column<PlaceRow>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const place = (row: PlaceRow) => pointName(t, row);
    return [
      {
        id: 'product',
        label: t('lines.product'),
        pinned: true,
        least: 230,
        sort: 'product',
        card: 'title',
        cell: (row) => (
          <span className="prod">
            <ProductThumb path={row.image_path} />
            <a className="nm" dir="auto" href={ledgerLink(row)}>
              <bdi>{productName(row)}</bdi>
            </a>
          </span>
        ),
        foot: () => <span className="mut">{t('stock.pageFoot')}</span>,
        sheet: { value: productName },
      },
      {
        id: 'variant',
        label: t('lines.variant'),
        width: '15%',
        least: 166,
        card: 'sub',
        cell: (row) => (
          <span className="row">
            {row.color_value && <Swatch color={row.color_value} square />}
            <bdi>{variantLabel(row)}</bdi>
          </span>
        ),
        sheet: { value: variantLabel },
      },
      {
        id: 'branch',
        label: t('stock.column.branch'),
        width: '13%',
        least: 144,
        card: 'sub',
        cell: (row) => <bdi>{nameIn(row, 'branch')}</bdi>,
        sheet: { value: (row) => nameIn(row, 'branch') },
      },
      {
        id: 'place',
        label: t('stock.column.place'),
        width: '13%',
        least: 144,
        card: 'sub',
        cell: (row) => <bdi>{place(row)}</bdi>,
        sheet: { value: place },
      },
      {
        id: 'quantity',
        label: t('stock.column.quantity'),
        num: true,
        sort: 'quantity',
        width: '140px',
        card: 'end',
        cell: (row) => (
          <a
            className="why"
            href={ledgerLink(row)}
            aria-label={t('stock.why', { n: formatNumber(row.quantity), name: variantName(row) })}
            title={row.low ? t('stock.lowAt', { level: formatNumber(row.low_stock_level ?? 0) }) : undefined}
          >
            <Quantity value={row.quantity} nil low={row.low} />
          </a>
        ),
        foot: (rows) => <Quantity value={addUp(rows.map(({ quantity }) => quantity))} nil />,
        sheet: { value: (row) => row.quantity, kind: 'number' },
      },
      {
        id: 'incoming',
        label: t('stock.column.incoming'),
        num: true,
        width: '112px',
        card: 'figure',
        cell: (row) =>
          row.incoming > 0 ? (
            <button
              type="button"
              className="why"
              aria-label={t('stock.whyIncoming', { n: formatNumber(row.incoming), name: variantName(row) })}
              onClick={() => onIncoming(row)}
            >
              <Quantity value={row.incoming} />
            </button>
          ) : (
            <Nil />
          ),
        foot: (rows) => <Quantity value={addUp(rows.map(({ incoming }) => incoming))} nil />,
        sheet: { value: (row) => row.incoming, kind: 'number' },
      },
      {
        id: 'sku',
        label: t('stock.column.sku'),
        width: '112px',
        sort: 'sku',
        card: 'status',
        cell: (row) => <Code>{row.sku}</Code>,
        sheet: { value: (row) => row.sku, kind: 'text' },
      },
      {
        id: 'barcode',
        label: t('lines.barcode'),
        width: '150px',
        shown: false,
        card: 'none',
        cell: (row) => <Code>{row.barcode}</Code>,
        sheet: { value: (row) => row.barcode, kind: 'text' },
      },
      {
        id: 'low',
        label: t('stock.column.low'),
        num: true,
        width: '110px',
        shown: false,
        card: 'none',
        cell: (row) => (row.low_stock_level === null ? <Nil /> : <Quantity value={row.low_stock_level} />),
        sheet: { value: (row) => row.low_stock_level, kind: 'number' },
      },
    ];
  }, [t, onIncoming]);
}
