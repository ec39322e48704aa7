import { useBranch, useCan } from '@/db/me.ts';
import type { ShiftRow } from '@/db/shifts.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { hidden, textColumn } from '@/list/columns.tsx';
import { numberColumn, numberWidth } from '@/parts/document/number-column.tsx';
import { ShiftResult, ShiftStatus, ToApprove } from '@/parts/shift/results.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';

type Money = 'opening_balance' | 'cash_sales' | 'cash_returns' | 'cash_expenses' | 'pay_ins' | 'pay_outs' | 'expected_closing' | 'actual_closing' | 'difference' | 'closing_balance';

export function useShiftColumns(rows: readonly ShiftRow[]): Column<ShiftRow>[] {
  const { t } = useTranslation();
  const sees = useCan()('attendance.shifts.view_expected');
  const { branch } = useBranch();
  const currency = currencyWord();
  const text = (id: 'person' | 'branch', of: (row: ShiftRow) => string, more?: Partial<Column<ShiftRow>>) => textColumn(id, t(`shifts.col.${id}`), of, more);
  const moment = (id: 'openedAt' | 'closedAt', of: (row: ShiftRow) => string | null, more: Partial<Column<ShiftRow>> = {}): Column<ShiftRow> => ({
    id, label: t(`shifts.col.${id}`), width: '154px', cell: (row) => (of(row) ? <bdi>{formatDateTime(of(row) ?? '')}</bdi> : <Nil />), card: 'sub',
    sheet: { value: (row) => (of(row) ? new Date(of(row) ?? '') : null), kind: 'date' }, ...more,
  });
  const money = (id: Money, more: Partial<Column<ShiftRow>> = {}): Column<ShiftRow> => ({
    id,
    label: t(`shifts.col.${id}`, { currency }),
    num: true,
    width: id === 'actual_closing' ? '140px' : '118px',
    cell: (row) => (row[id] === null ? <Nil /> : <Figure value={formatMoney(row[id])} nil={!/_closing$|difference/.test(id)} tone={id === 'difference' && row[id] < 0 ? 'neg' : undefined} />),
    foot: (rows) => <Figure value={formatMoney(sum(rows.map((row) => row[id] ?? 0)))} />,
    sheet: { value: (row) => row[id], kind: 'number' },
    card: 'none',
    ...more,
  });
  return [
    { ...numberColumn<ShiftRow>(t('shifts.col.number'), '/reports/shifts/view/'), width: `${numberWidth(rows, 16)}px` },
    text('person', (row) => nameOf(row.opened_by), { width: undefined, least: 110 }),
    // Where all are of one branch it need not be said.
    text('branch', (row) => nameIn(row, 'branch'), { shown: branch === null, width: '104px' }),
    moment('openedAt', (row) => row.opened_at, { sort: 'opened_at' }),
    moment('closedAt', (row) => row.closed_at, hidden),
    { id: 'day', label: t('shifts.col.day'), width: '118px', cell: (row) => <bdi>{formatDate(row.business_day)}</bdi>, sheet: { value: (row) => row.business_day, kind: 'text' }, ...hidden },
    money('opening_balance', hidden),
    ...(sees ? [money('cash_sales', hidden), money('cash_returns', hidden), money('cash_expenses', hidden), money('pay_ins', hidden), money('pay_outs', hidden), money('expected_closing', { card: 'figure', width: '136px' })] : []),
    money('actual_closing', { card: 'figure' }),
    ...(sees ? [money('difference', { sort: 'difference', card: 'end', width: '128px' })] : []),
    money('closing_balance', hidden),
    {
      id: 'status', label: t('shifts.col.status'), width: '172px', card: 'status',
      cell: (row) => (row.to_approve ? <ToApprove /> : row.result ? <ShiftResult result={row.result} /> : <ShiftStatus shift={row} />),
      sheet: { value: (row) => t(`shifts.status.${row.status}`), kind: 'text' },
    },
    ...(sees ? [{ id: 'result', label: t('shifts.col.result'), width: '120px', cell: ({ result }: ShiftRow) => (result ? <ShiftResult result={result} /> : <Nil />), sheet: { value: ({ result }: ShiftRow) => result && t(`shifts.result.${result}`), kind: 'text' }, ...hidden } satisfies Column<ShiftRow>] : []),
  ];
}
