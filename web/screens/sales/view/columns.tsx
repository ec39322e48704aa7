import type { TFunction } from 'i18next';
import type { SaleItem } from '@/db/sales.ts';
import { currencyWord } from '@/lib/currency.ts';
import { isZero, sum } from '@/lib/money.ts';
import { ProductCell, type LineColumn, type LineSums } from '@/parts/lines/columns.tsx';
import { variantLabel } from '@/parts/variant-name.ts';
import { Code, Money, Nil, Quantity } from '@/ui/figure.tsx';
import { costOf, discountOf, marginOf } from '@/parts/sale/sale-amounts.ts';

/** The text below a product's name. */
function Note({ t, item }: { t: TFunction; item: SaleItem }) {
  const label = variantLabel(item);
  return (
    <>
      {item.product && (
        <small>
          {label && (
            <>
              <bdi>{label}</bdi> ·{' '}
            </>
          )}
          <Code>{item.barcode}</Code>
        </small>
      )}
      {item.damaged && <small>{t('sales.items.damaged')}</small>}
    </>
  );
}

/** The columns of a sale's items: sold and returned pieces, amounts, and costs if the user may see them. */
export const itemColumns = (t: TFunction, items: readonly SaleItem[], costs: boolean): LineColumn<SaleItem>[] => [
  // Wide enough for a name; in less space the figures scroll.
  {
    id: 'product',
    label: t('lines.product'),
    width: 180,
    card: 'card-name',
    cell: (item) => (
      <ProductCell
        variant={item}
        href={item.product_id ? `/inventory/products/edit/${item.product_id}` : undefined}
        note={<Note t={t} item={item} />}
      />
    ),
  },
  { id: 'quantity', label: t('lines.quantity'), width: 76, num: true, cell: (item) => <Quantity value={item.quantity} /> },
  ...(items.some((item) => item.returned > 0)
    ? [
        {
          id: 'returned',
          label: t('sales.items.returned'),
          width: 80,
          num: true,
          cell: (item: SaleItem) => <Quantity value={item.returned} nil />,
        },
      ]
    : []),
  { id: 'price', label: t('sales.items.price'), width: 84, num: true, edge: true, cell: (item) => <Money value={item.unit_price} /> },
  ...(items.some((item) => !isZero(discountOf(item)))
    ? [
        {
          id: 'discount',
          label: t('sales.col.discount'),
          width: 80,
          num: true,
          card: 'card-row3',
          cell: (item: SaleItem) => <Money value={discountOf(item)} nil />,
        },
      ]
    : []),
  ...(items.some((item) => item.tax !== 0)
    ? [
        {
          id: 'tax',
          label: t('sales.col.tax'),
          width: 74,
          num: true,
          card: 'card-row3',
          cell: (item: SaleItem) => <Money value={item.tax} nil />,
        },
      ]
    : []),
  {
    id: 'total',
    label: t('sales.col.total', { currency: currencyWord() }),
    width: 106,
    num: true,
    card: 'card-row3',
    cell: (item) => <Money value={item.total} />,
  },
  ...(costs
    ? (['cost', 'margin'] as const).map(
        (id): LineColumn<SaleItem> => ({
          id,
          label: t(`sales.items.${id}`),
          width: 86,
          num: true,
          edge: id === 'cost',
          card: 'card-row4',
          cell: (item) => {
            const value = id === 'cost' ? costOf(item) : marginOf(item);
            return value === null ? <Nil /> : <Money value={value} />;
          },
        }),
      )
    : []),
];

/** The sums of the loaded lines. */
export function itemSums(t: TFunction, items: readonly SaleItem[]): LineSums {
  const all = (of: (item: SaleItem) => string | number | null) => sum(items.map((item) => of(item) ?? 0));
  return {
    summary: t('lines.count', { count: items.length }),
    sums: {
      quantity: <Quantity value={all((item) => item.quantity)} />,
      returned: <Quantity value={all((item) => item.returned)} nil />,
      discount: <Money value={all(discountOf)} nil />,
      tax: <Money value={all((item) => item.tax)} nil />,
      total: <Money value={all((item) => item.total)} />,
      cost: <Money value={all(costOf)} />,
      margin: <Money value={all(marginOf)} />,
    },
  };
}
