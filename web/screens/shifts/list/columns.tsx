import { useBranch, useCan } from '@/db/me.ts';
import type { ShiftRow } from '@/db/shifts.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { dayColumn, hiddenAtFirst, momentColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { numberColumn } from '@/parts/document/number-column.tsx';
import { ShiftResult, ShiftStatus, ToApprove } from '@/parts/shift/results.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';

type Money =
  | 'opening_balance'
  | 'cash_sales'
  | 'cash_returns'
  | 'cash_expenses'
  | 'pay_ins'
  | 'pay_outs'
  | 'expected_closing'
  | 'actual_closing'
  | 'difference'
  | 'closing_balance';

export function useShiftColumns(rows: readonly ShiftRow[]): Column<ShiftRow>[] {
  const { t } = useTranslation();
  const sees = useCan()('attendance.shifts.view_expected');
  const { branch } = useBranch();
  const currency = currencyWord();
  const text = (id: 'person' | 'branch', of: (row: ShiftRow) => string, more?: Partial<Column<ShiftRow>>) =>
    textColumn(id, t(`shifts.col.${id}`), of, more);
  const money = (id: Money, more?: Partial<Column<ShiftRow>>) =>
    moneyColumn<ShiftRow>(id, t(`shifts.col.${id}`, { currency }), (row) => row[id], {
      nil: !id.endsWith('_closing'),
      width: id === 'actual_closing' ? '140px' : '118px',
      card: 'none',
      ...more,
    });
  return [
    numberColumn(rows, t('shifts.col.number'), '/reports/shifts/view/'),
    text('person', (row) => nameOf(row.opened_by), { width: undefined, minWidth: 110 }),
    // Hidden when one branch is selected.
    text('branch', (row) => nameIn(row, 'branch'), { shown: branch === null, width: '104px' }),
    momentColumn('openedAt', t('shifts.col.openedAt'), (row) => row.opened_at, { sort: 'opened_at', width: '154px' }),
    momentColumn('closedAt', t('shifts.col.closedAt'), (row) => row.closed_at, { width: '154px', ...hiddenAtFirst }),
    dayColumn('day', t('shifts.col.day'), (row) => row.business_day, hiddenAtFirst),
    money('opening_balance', hiddenAtFirst),
    ...(sees
      ? [
          money('cash_sales', hiddenAtFirst),
          money('cash_returns', hiddenAtFirst),
          money('cash_expenses', hiddenAtFirst),
          money('pay_ins', hiddenAtFirst),
          money('pay_outs', hiddenAtFirst),
          money('expected_closing', { card: 'figure', width: '136px' }),
        ]
      : []),
    money('actual_closing', { card: 'figure' }),
    ...(sees
      ? [
          money('difference', {
            sort: 'difference',
            card: 'end',
            width: '128px',
            cell: ({ difference }) =>
              difference === null ? <Nil /> : <Figure value={formatMoney(difference)} tone={difference < 0 ? 'negative' : undefined} />,
          }),
        ]
      : []),
    money('closing_balance', hiddenAtFirst),
    statusColumn(
      'status',
      t('shifts.col.status'),
      (row) => (row.to_approve ? <ToApprove /> : row.result ? <ShiftResult result={row.result} /> : <ShiftStatus shift={row} />),
      (row) => t(`shifts.status.${row.status}`),
      { width: '172px' },
    ),
    ...(sees
      ? [
          statusColumn<ShiftRow>(
            'result',
            t('shifts.col.result'),
            ({ result }) => (result ? <ShiftResult result={result} /> : <Nil />),
            ({ result }) => result && t(`shifts.result.${result}`),
            { width: '120px', ...hiddenAtFirst },
          ),
        ]
      : []),
  ];
}
