import { useBranch, useCan } from '@/db/me.ts';
import type { SaleRow } from '@/db/sales.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatDateTime, formatShort } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, countColumn, dayColumn, hiddenAtFirst, momentColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { Code, Figure, Nil, Quantity } from '@/ui/figure.tsx';
import { PaymentBadge, SaleStatus, saleStatusName, SaleType } from '@/parts/statuses/sales.tsx';

const isCompleted = ({ status }: SaleRow) => status === 'completed';
const isOpening = ({ type }: SaleRow) => type === 'opening';
/** An opening balance is no turnover: it has only what is owed, which the foot adds to sales only in what remains. */
const ofOpenings = new Set(['total', 'paid', 'remaining']);

export function useSaleColumns(rows: readonly SaleRow[]): Column<SaleRow>[] {
  const { t } = useTranslation();
  const can = useCan();
  const { branch } = useBranch();
  const currency = currencyWord();

  const text = (id: 'customer' | 'branch' | 'salesperson' | 'note', of: (row: SaleRow) => string, more?: Partial<Column<SaleRow>>) =>
    textColumn(id, t(`sales.col.${id}`), of, { width: '110px', ...more });
  const code = (id: 'till' | 'reference') =>
    codeColumn<SaleRow>(id, t(`sales.col.${id}`), (row) => row[id], { width: '110px', ...hiddenAtFirst });
  const money = (
    id: 'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'remaining' | 'margin',
    more: Partial<Column<SaleRow>> = hiddenAtFirst,
  ) =>
    moneyColumn<SaleRow>(
      id,
      t(`sales.col.${id}`, { currency }),
      (row) => (isCompleted(row) || (row.status === 'opening' && ofOpenings.has(id)) ? row[id] : null),
      {
        nil: id !== 'total',
        width: '108px',
        footer: (rows) => {
          const added =
            id === 'remaining' || rows.every(isOpening) ? rows.filter(({ status }) => status !== 'voided') : rows.filter(isCompleted);
          return <Figure value={formatMoney(sum(added.map((row) => row[id] ?? 0)))} />;
        },
        ...more,
      },
    );
  const count = (id: 'pieces' | 'lines') =>
    countColumn<SaleRow>(id, t(`sales.col.${id}`), (row) => row[id], {
      footer: (rows) => <Quantity value={sum(rows.filter(isCompleted).map((row) => row[id]))} />,
      ...hiddenAtFirst,
    });
  const shift: Column<SaleRow> = {
    id: 'shift',
    label: t('sales.col.shift'),
    width: '150px',
    cell: (row) =>
      row.shift_id ? (
        <a className="link" href={`/reports/shifts/view/${row.shift_id}`}>
          <Code>{row.shift_number}</Code>
        </a>
      ) : (
        <Nil />
      ),
    sheet: { value: (row) => row.shift_number, kind: 'code' },
    ...hiddenAtFirst,
  };
  const method = (row: SaleRow) => {
    const name = nameIn(row, 'payment_method');
    return name && (row.payments ?? 0) > 1 ? t('sales.methodMore', { method: name, count: (row.payments ?? 0) - 1 }) : name;
  };

  return [
    numberColumn(rows, t('sales.col.number'), '/inventory/sales/view/', (row) => ({
      beside: formatShort(isOpening(row) ? row.business_day : row.sold_at),
      below: [
        branch === null && nameIn(row, 'branch'),
        row.type !== 'sale' && t(`sales.type.${row.type}`),
        // An exchange may give as many as it takes back.
        row.pieces !== 0 && t('lines.pieces', { count: Math.abs(row.pieces) }),
      ],
    })),
    code('reference'),
    momentColumn('sold_at', t('sales.col.soldAt'), (row) => row.sold_at, {
      sort: 'sold_at',
      card: 'none',
      // Of an opening balance only the day is known.
      cell: (row) => <bdi>{isOpening(row) ? formatDate(row.business_day) : formatDateTime(row.sold_at)}</bdi>,
    }),
    dayColumn('day', t('sales.col.day'), (row) => row.business_day, hiddenAtFirst),
    text('customer', (row) => nameIn(row, 'customer'), {
      width: undefined,
      minWidth: 104,
      card: 'title',
      cell: (row) => <bdi className={row.customer ? 'clip' : 'clip muted'}>{nameIn(row, 'customer') || t('sales.walkIn')}</bdi>,
    }),
    money('subtotal'),
    money('discount'),
    money('tax'),
    // Placed early, so that the amounts are visible without scrolling.
    money('total', {
      sort: 'total',
      card: 'end',
      cell: (row) => {
        const total = <Figure value={formatMoney(row.total)} />;
        return row.status === 'voided' ? <s>{total}</s> : total;
      },
    }),
    money('paid'),
    money('remaining', { sort: 'remaining', card: 'figure' }),
    ...(can('inventory.costs.view') ? [money('margin')] : []),
    statusColumn(
      'payment',
      t('sales.col.payment'),
      (row) => <PaymentBadge sale={row} />,
      (row) => row.payment_status && t(`payments.status.${row.payment_status}`),
      { width: '132px' },
    ),
    {
      id: 'type',
      label: t('sales.type.label'),
      width: rows.some(isOpening) ? '158px' : '112px',
      cell: (row) => <SaleType type={row.type} />,
      card: 'none',
      sheet: { value: (row) => t(`sales.type.${row.type}`), kind: 'text' },
    },
    text('salesperson', (row) => nameOf(row.salesperson), { card: 'none', width: '124px' }),
    // Hidden when one branch is selected.
    text('branch', (row) => nameIn(row, 'branch'), { shown: branch === null, width: '92px', card: 'none' }),
    textColumn('method', t('payments.method'), method, { width: '126px', ...hiddenAtFirst }),
    statusColumn(
      'status',
      t('sales.col.status'),
      (row) => <SaleStatus sale={row} />,
      (row) => t(`sales.status.${saleStatusName(row)}`),
      { width: rows.some(isOpening) ? '158px' : '118px', ...hiddenAtFirst },
    ),
    code('till'),
    ...(can('attendance.shifts.view') && can('attendance.shifts.view_expected') ? [shift] : []),
    count('lines'),
    count('pieces'),
    text('note', (row) => row.note ?? '', { width: '200px', ...hiddenAtFirst }),
  ];
}
