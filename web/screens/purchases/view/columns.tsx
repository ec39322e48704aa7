import type { TFunction } from 'i18next';
import type { PurchaseItem } from '@/db/purchases.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { goodsColumn, type LineColumn, type LineSums } from '@/parts/lines/columns.tsx';
import { Figure, Money, Nil, Quantity } from '@/ui/figure.tsx';
import { outstandingOf } from './figures.ts';

/** Nothing more is delivered for a cancelled order. */
const toCome = (item: PurchaseItem, cancelled: boolean) => (cancelled ? 0 : outstandingOf(item));

/** The columns of an order's items: ordered, received, and the costs if the user may see them. Free pieces and charges are below the
    figure that they belong to. */
export const itemColumns = (t: TFunction, costs: boolean, cancelled: boolean): LineColumn<PurchaseItem>[] => [
  goodsColumn(
    t,
    (item) => item,
    (item) => `/inventory/products/edit/${item.product_id}`,
  ),
  {
    id: 'ordered',
    label: t('purchases.items.ordered'),
    width: 84,
    num: true,
    cell: ({ quantity, free }) => (
      <>
        <Quantity value={quantity} />
        {free > 0 && <small className="block text-ink-3">{t('purchases.items.free', { free: formatNumber(free) })}</small>}
      </>
    ),
  },
  { id: 'received', label: t('purchases.items.received'), width: 84, num: true, cell: (item) => <Quantity value={item.received} nil /> },
  {
    id: 'outstanding',
    label: t('purchases.items.outstanding'),
    width: 98,
    num: true,
    cell: (item) =>
      item.closed > 0 ? (
        <span className="purchase-closed" title={t('purchases.items.closed', { count: item.closed })}>
          <Figure value={`−${formatNumber(item.closed)}`} />
        </span>
      ) : (
        <Quantity value={toCome(item, cancelled)} nil tone={toCome(item, cancelled) > 0 ? 'warning' : undefined} />
      ),
  },
  ...(costs
    ? [
        {
          id: 'cost',
          label: t('purchases.cart.cost'),
          width: 96,
          num: true,
          edge: true,
          card: 'card-row3',
          cell: ({ unit_cost }: PurchaseItem) => (unit_cost === null ? <Nil /> : <Money value={unit_cost} />),
        },
        {
          id: 'discount',
          label: t('purchases.cart.discount'),
          width: 88,
          num: true,
          card: 'card-row3',
          cell: ({ discount }: PurchaseItem) => <Money value={discount ?? 0} nil />,
        },
        {
          id: 'total',
          label: t('purchases.cart.totalIn', { currency: currencyWord() }),
          width: 118,
          num: true,
          card: 'card-row3',
          cell: ({ total, charges }: PurchaseItem) => (
            <>
              {total === null ? <Nil /> : <Money value={total} />}
              {charges !== null && charges > 0 && (
                <small className="block text-ink-3">{t('purchases.items.charges', { amount: formatMoney(charges) })}</small>
              )}
            </>
          ),
        },
      ]
    : []),
];

export function itemSums(t: TFunction, items: readonly PurchaseItem[], cancelled: boolean): LineSums {
  const all = (of: (item: PurchaseItem) => number | null) => sum(items.map((item) => of(item) ?? 0));
  return {
    summary: t('lines.count', { count: items.length }),
    sums: {
      ordered: <Quantity value={all((item) => item.quantity)} />,
      received: <Quantity value={all((item) => item.received)} nil />,
      outstanding: <Quantity value={all((item) => toCome(item, cancelled))} nil />,
      discount: <Money value={all((item) => item.discount)} nil />,
      total: <Money value={all((item) => item.total)} />,
    },
  };
}
