import { Paperclip } from 'lucide-react';
import { useCan } from '@/db/me.ts';
import type { PurchaseRow } from '@/db/purchases.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatShort } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, countColumn, dayColumn, hiddenAtFirst, momentColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { OrderStatus, Progress, statusName } from '@/parts/statuses/purchases.tsx';

const expected = (row: PurchaseRow) => row.pieces - row.closed;
/** An opening balance is no purchase: the foot adds it to orders only in what remains. */
const added = (rows: readonly PurchaseRow[], id: 'total' | 'paid' | 'remaining') =>
  notCancelled(id === 'remaining' || rows.every((row) => row.is_opening) ? rows : rows.filter((row) => !row.is_opening));
const notCancelled = (rows: readonly PurchaseRow[]) => rows.filter((row) => row.status !== 'cancelled');

export function usePurchaseColumns(rows: readonly PurchaseRow[]): Column<PurchaseRow>[] {
  const { t } = useTranslation();
  const seesCosts = useCan()('inventory.costs.view');
  const currency = currencyWord();
  const supplier = (row: PurchaseRow) => nameIn(row, 'supplier');
  const branch = (row: PurchaseRow) => nameIn(row, 'branch');
  const pieces = (rows: readonly PurchaseRow[], of: (row: PurchaseRow) => number) => formatNumber(sum(notCancelled(rows).map(of)));

  const money = (id: 'total' | 'paid' | 'remaining', more: Partial<Column<PurchaseRow>>) =>
    moneyColumn<PurchaseRow>(id, t(`purchases.col.${id}`, { currency }), (row) => (row.status === 'cancelled' ? null : row[id]), {
      nil: id !== 'total',
      width: '124px',
      sort: id,
      footer: (rows) => <Figure value={formatMoney(sum(added(rows, id).map((row) => row[id] ?? 0)))} />,
      ...more,
    });
  const payment = (row: PurchaseRow) =>
    row.payment_status && row.status !== 'cancelled' ? <PaymentStatus status={row.payment_status} overdue={row.overdue} /> : <Nil />;

  return [
    numberColumn(rows, t('purchases.col.number'), '/purchase/orders/', (row) => ({
      beside: formatShort(row.ordered_on),
      below: [
        branch(row),
        !row.is_opening &&
          (row.receipt_state === 'none'
            ? t('purchases.receipt.none')
            : t('purchases.receipt.of', { received: formatNumber(row.received), ordered: formatNumber(expected(row)) })),
      ],
    })),
    codeColumn('reference', t('purchases.col.reference'), (row) => row.reference, { width: '130px', ...hiddenAtFirst }),
    {
      id: 'supplier',
      label: t('purchases.col.supplier'),
      cell: (row) => <bdi>{supplier(row)}</bdi>,
      sort: 'supplier',
      pinned: true,
      card: 'title',
      sheet: { value: supplier, kind: 'text' },
    },
    dayColumn('ordered_on', t('purchases.col.orderedOn'), (row) => row.ordered_on, { sort: 'ordered_on', card: 'none' }),
    dayColumn('due_on', t('purchases.col.dueOn'), (row) => row.due_on, {
      sort: 'due_on',
      width: '116px',
      ...hiddenAtFirst,
      cell: (row) => (row.due_on ? <bdi className={row.overdue ? 'purchase-late' : undefined}>{formatDate(row.due_on)}</bdi> : <Nil />),
    }),
    // Placed early, so that the amounts are visible without scrolling.
    ...(seesCosts
      ? [
          money('total', {
            card: 'end',
            cell: ({ status, total }) => {
              const amount = <Figure value={formatMoney(total ?? 0)} />;
              return status === 'cancelled' ? <s>{amount}</s> : amount;
            },
          }),
          money('paid', hiddenAtFirst),
          money('remaining', {
            card: 'figure',
            cardLabel: ({ overdue }) => t(overdue ? 'purchases.late' : 'purchases.col.remaining'),
            cell: ({ status, overdue, remaining }) =>
              status === 'cancelled' ? <Nil /> : <Figure value={formatMoney(remaining ?? 0)} nil tone={overdue ? 'negative' : undefined} />,
          }),
        ]
      : []),
    statusColumn(
      'status',
      t('purchases.col.status'),
      (row) => <OrderStatus order={row} waits={row.needs_approval ?? false} />,
      (row) => t(`purchases.status.${statusName(row)}`),
      { sort: 'status', width: rows.some((row) => row.is_opening) ? '158px' : '128px' },
    ),
    {
      id: 'received',
      label: t('purchases.col.received'),
      num: true,
      width: '108px',
      cell: (row) =>
        row.is_opening ? <Nil /> : <Progress done={row.received} of={expected(row)} label={t(`purchases.receipt.${row.receipt_state}`)} />,
      footer: (rows) => <Figure value={`${pieces(rows, (row) => row.received)} / ${pieces(rows, expected)}`} />,
      card: 'none',
      sheet: { value: (row) => row.received, kind: 'number' },
    },
    ...(seesCosts
      ? [
          statusColumn(
            'payment',
            t('purchases.col.payment'),
            payment,
            (row) => row.payment_status && t(`payments.status.${row.payment_status}`),
            { width: '136px', card: 'none' },
          ),
        ]
      : []),
    {
      id: 'branch',
      label: t('purchases.col.branch'),
      cell: (row) => <bdi>{branch(row)}</bdi>,
      sort: 'branch',
      width: '118px',
      card: 'none',
      sheet: { value: branch, kind: 'text' },
    },
    countColumn('pieces', t('purchases.col.pieces'), (row) => row.pieces, hiddenAtFirst),
    countColumn('lines', t('purchases.col.lines'), (row) => row.lines, { width: '76px', ...hiddenAtFirst }),
    textColumn('salesperson', t('purchases.col.salesperson'), (row) => nameOf(row.salesperson), hiddenAtFirst),
    countColumn('files', t('purchases.col.files'), (row) => row.files, {
      width: '72px',
      ...hiddenAtFirst,
      cell: (row) =>
        row.files ? (
          <span className="purchase-files">
            <Icon of={Paperclip} size={13} />
            <Figure value={formatNumber(row.files)} />
          </span>
        ) : (
          <Nil />
        ),
    }),
    textColumn('notes', t('purchases.col.notes'), (row) => row.notes ?? '', { width: '200px', ...hiddenAtFirst }),
    momentColumn('created_at', t('purchases.col.createdAt'), (row) => row.created_at, { sort: 'created_at', ...hiddenAtFirst }),
  ];
}
