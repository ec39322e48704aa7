import { Paperclip } from 'lucide-react';
import { useCan } from '@/db/me.ts';
import type { PurchaseRow } from '@/db/purchases.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, dayColumn, hidden, moneyColumn } from '@/list/columns.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { OrderStatus, Progress } from '../statuses.tsx';

const expected = (row: PurchaseRow) => row.pieces - row.closed;
const counted = (rows: readonly PurchaseRow[]) => rows.filter((row) => row.status !== 'cancelled');

export function usePurchaseColumns(): Column<PurchaseRow>[] {
  const { t } = useTranslation();
  const seesCosts = useCan()('inventory.costs.view');
  const currency = currencyWord();
  const supplier = (row: PurchaseRow) => nameIn(row, 'supplier');
  const branch = (row: PurchaseRow) => nameIn(row, 'branch');
  const pieces = (rows: readonly PurchaseRow[], of: (row: PurchaseRow) => number) => formatNumber(sum(counted(rows).map(of)));

  const money = (id: 'total' | 'paid' | 'remaining', shown = true) => moneyColumn<PurchaseRow>(id, t(`purchases.col.${id}`, { currency }), (row) => (row.status === 'cancelled' ? null : row[id]), {
    nil: id !== 'total', width: '124px', sort: id, shown, card: id === 'total' ? 'end' : 'figure', sheet: { value: (row) => row[id], kind: 'number' },
  });

  return [
    numberColumn(t('purchases.col.number'), '/purchase/orders/'),
    codeColumn('reference', t('purchases.col.reference'), (row) => row.reference, { width: '130px', ...hidden }),
    { id: 'supplier', label: t('purchases.col.supplier'), cell: (row) => <bdi>{supplier(row)}</bdi>, sort: 'supplier', pinned: true, card: 'sub', sheet: { value: supplier, kind: 'text' } },
    dayColumn('ordered_on', t('purchases.col.orderedOn'), (row) => row.ordered_on, { sort: 'ordered_on', card: 'none' }),
    {
      id: 'due_on',
      label: t('purchases.col.dueOn'),
      cell: (row) => (row.due_on ? <bdi className={row.overdue ? 'po-late' : undefined}>{formatDate(row.due_on)}</bdi> : <Nil />),
      sort: 'due_on',
      width: '116px',
      shown: false,
      card: 'none',
      sheet: { value: (row) => row.due_on, kind: 'text' },
    },
    // What it comes to is in sight where the last columns are not.
    ...(seesCosts ? [money('total'), money('paid', false), money('remaining')] : []),
    { id: 'status', label: t('purchases.col.status'), cell: (row) => <OrderStatus status={row.status} waits={row.needs_approval ?? false} />, sort: 'status', width: '128px', card: 'status', sheet: { value: (row) => t(`purchases.status.${row.status}`), kind: 'text' } },
    {
      id: 'received',
      label: t('purchases.col.received'),
      num: true,
      width: '108px',
      cell: (row) => <Progress done={row.received} of={expected(row)} label={t(`purchases.receipt.${row.receipt_state}`)} />,
      foot: (rows) => <Figure value={`${pieces(rows, (row) => row.received)} / ${pieces(rows, expected)}`} />,
      card: 'figure',
      sheet: { value: (row) => row.received, kind: 'number' },
    },
    ...(seesCosts
      ? [
          {
            id: 'payment',
            label: t('purchases.col.payment'),
            cell: (row: PurchaseRow) => (row.payment_status && row.status !== 'cancelled' ? <PaymentStatus status={row.payment_status} overdue={row.overdue} /> : <Nil />),
            width: '136px',
            card: 'sub' as const,
            sheet: { value: (row: PurchaseRow) => row.payment_status && t(`payments.status.${row.payment_status}`), kind: 'text' as const },
          },
        ]
      : []),
    { id: 'branch', label: t('purchases.col.branch'), cell: (row) => <bdi>{branch(row)}</bdi>, sort: 'branch', width: '118px', card: 'sub', sheet: { value: branch, kind: 'text' } },
    { id: 'pieces', label: t('purchases.col.pieces'), num: true, width: '84px', shown: false, cell: (row) => <Figure value={formatNumber(row.pieces)} />, card: 'none', sheet: { value: (row) => row.pieces, kind: 'number' } },
    { id: 'lines', label: t('purchases.col.lines'), num: true, width: '76px', shown: false, cell: (row) => <Figure value={formatNumber(row.lines)} />, card: 'none', sheet: { value: (row) => row.lines, kind: 'number' } },
    { id: 'salesperson', label: t('purchases.col.salesperson'), cell: (row) => (row.salesperson ? <bdi>{nameOf(row.salesperson)}</bdi> : <Nil />), width: '130px', shown: false, card: 'none', sheet: { value: (row) => nameOf(row.salesperson), kind: 'text' } },
    {
      id: 'files',
      label: t('purchases.col.files'),
      num: true,
      width: '72px',
      shown: false,
      cell: (row) => (row.files ? <span className="po-files"><Icon of={Paperclip} size={13} /><Figure value={formatNumber(row.files)} /></span> : <Nil />),
      card: 'none',
      sheet: { value: (row) => row.files, kind: 'number' },
    },
    { id: 'notes', label: t('purchases.col.notes'), cell: (row) => (row.notes ? <bdi>{row.notes}</bdi> : <Nil />), width: '200px', shown: false, card: 'none', sheet: { value: (row) => row.notes, kind: 'text' } },
    { id: 'created_at', label: t('purchases.col.createdAt'), cell: (row) => <bdi>{formatDateTime(row.created_at)}</bdi>, sort: 'created_at', width: '166px', shown: false, card: 'none', sheet: { value: (row) => new Date(row.created_at), kind: 'date' } },
  ];
}
