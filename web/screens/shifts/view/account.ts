/* The cash account of a shift, for the screen and for print. */
import type { TFunction } from 'i18next';
import type { MoveKind, ShiftDetail } from '@/db/shifts.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, isZero, minus } from '@/lib/money.ts';

type Shift = ShiftDetail['shift'];

interface AccountRow {
  label: string;
  value: string;
  /** The kind of movements behind the figure. */
  kind?: MoveKind;
  /** Position relative to the rules: above the single one, the sum, or below the double one. */
  place: 'above' | 'sum' | 'below' | 'last';
  tone?: 'negative';
}

const signed = (value: number, sign: 1 | -1): string => formatMoney(sign * value);

export function accountOf(t: TFunction, shift: Shift): AccountRow[] {
  const row = (key: 'opening' | 'counted' | 'stays' | 'handed', value: number | string, place: AccountRow['place']): AccountRow => ({
    label: t(`shifts.account.${key}`),
    value: formatMoney(value),
    place,
  });
  const { opening_balance, expected_closing, actual_closing, closing_balance, difference, rounding } = shift;
  const parts: [MoveKind, 'cash_sales' | 'cash_returns' | 'cash_expenses' | 'pay_ins' | 'pay_outs', 1 | -1][] = [
    ['sale', 'cash_sales', 1],
    ['return', 'cash_returns', -1],
    ['expense', 'cash_expenses', -1],
    ['pay_in', 'pay_ins', 1],
    ['pay_out', 'pay_outs', -1],
  ];
  const expected =
    expected_closing === null
      ? []
      : [
          ...parts.map(
            ([kind, figure, sign]): AccountRow => ({
              label: t(`shifts.col.${figure}`),
              value: signed(shift[figure] ?? 0, sign),
              kind,
              place: 'above',
            }),
          ),
          {
            label: t(shift.status === 'open' ? 'shifts.account.expected' : 'shifts.account.expectedClosing', { currency: currencyWord() }),
            value: formatMoney(expected_closing),
            place: 'sum' as const,
          },
        ];
  const counted =
    actual_closing === null
      ? []
      : [
          row('counted', actual_closing, 'below'),
          ...(difference === null
            ? []
            : [
                {
                  label: t('shifts.account.difference'),
                  value: formatMoney(difference),
                  place: 'last' as const,
                  ...(difference < 0 ? { tone: 'negative' as const } : {}),
                },
              ]),
          ...(closing_balance === null || closing_balance === actual_closing
            ? []
            : [row('handed', minus(actual_closing, closing_balance), 'below')]),
          ...(closing_balance === null ? [] : [row('stays', closing_balance, 'below')]),
        ];
  // Rounding is already included in the cash of sales and returns.
  const rounded = isZero(rounding ?? 0)
    ? []
    : [{ label: t('shifts.account.rounding'), value: formatMoney(rounding ?? 0), place: 'below' as const }];
  return [row('opening', opening_balance, 'above'), ...expected, ...counted, ...rounded];
}
