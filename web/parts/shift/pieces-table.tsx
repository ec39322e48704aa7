import type { KeyboardEvent } from 'react';
import type { Denomination } from '@/db/shifts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, times } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { isCount, totalOf, type Counts } from './count.ts';
import './shift.css';

interface PiecesTableProps {
  /** The count of each coin and note, largest first. */
  counted: readonly Denomination[];
  counts: Counts;
  onChange: (counts: Counts) => void;
  /** The user tried to close without counting anything. */
  missing: boolean;
}

/** Up and down move between the fields. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const fields = [...event.currentTarget.querySelectorAll('input')];
  const next = fields[fields.indexOf(event.target as HTMLInputElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

export function PiecesTable({ counted, counts, onChange, missing }: PiecesTableProps) {
  const { t } = useTranslation();
  return (
    <div className="shift-count">
      <table className="ledger-table" onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">{t('shifts.pieces.title')}</th>
            <th scope="col">{t('shifts.close.pieces')}</th>
            <th scope="col" className="numeric">
              {t('shifts.close.worth', { currency: currencyWord() })}
            </th>
          </tr>
        </thead>
        <tbody>
          {counted.map(({ denomination, count }, index) => (
            <tr key={denomination}>
              <th scope="row">
                <Figure value={formatNumber(denomination)} />
              </th>
              <td>
                <NumberInput
                  integer
                  data-autofocus={index === 0}
                  label={t('shifts.close.piecesOf', { denomination: formatNumber(denomination) })}
                  invalid={!isCount(counts[denomination] ?? '')}
                  value={counts[denomination] ?? ''}
                  onChange={(typed) => onChange({ ...counts, [denomination]: typed })}
                />
              </td>
              <td className="numeric">
                <Figure nil value={formatMoney(times(denomination, count))} />
              </td>
            </tr>
          ))}
          <tr className="sum-line">
            <th scope="row" colSpan={2}>
              {t('shifts.close.total')}
            </th>
            <td className="numeric">
              <Figure value={formatMoney(totalOf(counted))} />
            </td>
          </tr>
        </tbody>
      </table>
      {(missing || !Object.values(counts).every(isCount)) && (
        <p className="error-text" role="alert">
          {t(missing ? 'shifts.close.totalMissing' : 'shifts.close.piecesInvalid')}
        </p>
      )}
    </div>
  );
}
