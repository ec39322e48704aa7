import { useBranch, useCan } from '@/db/me.ts';
import type { SaleRow } from '@/db/sales.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, dayColumn, hidden, moneyColumn, textColumn } from '@/list/columns.tsx';
import { numberColumn, numberWidth } from '@/parts/document/number-column.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { SaleStatus, SaleType, PaymentBadge } from '../statuses.tsx';

const stands = ({ status }: SaleRow) => status === 'completed';

export function useSaleColumns(rows: readonly SaleRow[]): Column<SaleRow>[] {
  const { t } = useTranslation();
  const can = useCan();
  const { branch } = useBranch();
  const currency = currencyWord();

  const text = (id: 'customer' | 'branch' | 'seller' | 'note', of: (row: SaleRow) => string, more?: Partial<Column<SaleRow>>) => textColumn(id, t(`sales.col.${id}`), of, { width: '110px', ...more });
  const code = (id: 'till' | 'reference') => codeColumn<SaleRow>(id, t(`sales.col.${id}`), (row) => row[id], { width: '110px', ...hidden });
  const money = (id: 'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'remaining' | 'margin', more: Partial<Column<SaleRow>> = hidden) =>
    moneyColumn<SaleRow>(id, t(`sales.col.${id}`, { currency }), (row) => (stands(row) ? row[id] : null), { nil: id !== 'total', width: '108px', sheet: { value: (row) => row[id], kind: 'number' }, ...more });
  const count = (id: 'pieces' | 'lines'): Column<SaleRow> => ({
    id,
    label: t(`sales.col.${id}`),
    num: true,
    width: '84px',
    cell: (row) => <Figure value={formatNumber(row[id])} />,
    foot: (rows) => <Figure value={formatNumber(sum(rows.filter(stands).map((row) => row[id])))} />,
    sheet: { value: (row) => row[id], kind: 'number' },
    ...hidden,
  });
  const shift: Column<SaleRow> = {
    id: 'shift',
    label: t('sales.col.shift'),
    width: '150px',
    cell: (row) => (row.shift_id ? <a className="link" href={`/reports/shifts/view/${row.shift_id}`}><Code>{row.shift_number}</Code></a> : <Nil />),
    sheet: { value: (row) => row.shift_number, kind: 'code' },
    ...hidden,
  };
  const method = (row: SaleRow) => {
    const name = nameIn(row, 'payment_method');
    return name && (row.payments ?? 0) > 1 ? t('sales.methodMore', { method: name, count: (row.payments ?? 0) - 1 }) : name;
  };

  return [
    { ...numberColumn<SaleRow>(t('sales.col.number'), '/inventory/sales/view/'), width: `${numberWidth(rows, 18)}px` },
    code('reference'),
    { id: 'sold_at', label: t('sales.col.soldAt'), sort: 'sold_at', width: '166px', cell: (row) => <bdi>{formatDateTime(row.sold_at)}</bdi>, card: 'sub', sheet: { value: (row) => new Date(row.sold_at), kind: 'date' } },
    dayColumn('day', t('sales.col.day'), (row) => row.business_day, hidden),
    text('customer', (row) => nameIn(row, 'customer'), { width: undefined, least: 104 }),
    money('subtotal'),
    money('discount'),
    money('tax'),
    // What it comes to is in sight where the last columns are not.
    money('total', { sort: 'total', card: 'end' }),
    money('paid'),
    money('remaining', { sort: 'remaining', card: 'figure', width: '96px' }),
    ...(can('inventory.costs.view') ? [money('margin')] : []),
    { id: 'payment', label: t('sales.col.payment'), width: '140px', cell: (row) => <PaymentBadge sale={row} />, card: 'status', sheet: { value: (row) => row.payment_status && t(`payments.status.${row.payment_status}`), kind: 'text' } },
    { id: 'type', label: t('sales.type.label'), width: '98px', cell: (row) => <SaleType type={row.type} />, card: 'sub', sheet: { value: (row) => t(`sales.type.${row.type}`), kind: 'text' } },
    text('seller', (row) => nameOf(row.salesperson), { card: 'none' }),
    // Where all are of one branch it need not be said.
    text('branch', (row) => nameIn(row, 'branch'), { shown: branch === null }),
    { id: 'method', label: t('payments.method'), width: '126px', cell: (row) => (method(row) ? <bdi className="clip">{method(row)}</bdi> : <Nil />), sheet: { value: method, kind: 'text' }, ...hidden },
    { id: 'status', label: t('sales.col.status'), width: '118px', cell: (row) => <SaleStatus status={row.status} />, sheet: { value: (row) => t(`sales.status.${row.status}`), kind: 'text' }, ...hidden },
    code('till'),
    ...(can('attendance.shifts.view') && can('attendance.shifts.view_expected') ? [shift] : []),
    count('lines'),
    count('pieces'),
    text('note', (row) => row.note ?? '', { width: '200px', ...hidden }),
  ];
}
