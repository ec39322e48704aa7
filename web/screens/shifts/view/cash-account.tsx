import { Fragment } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ShiftDetail } from '@/db/shifts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/money.ts';
import { Figure } from '@/ui/figure.tsx';
import { accountOf } from './account.ts';

/** Expected and counted cash, with a single rule above the sum and a double rule below. Each figure filters the movements. */
export function CashAccount({ shift, corrected = 0 }: Pick<ShiftDetail, 'shift' | 'corrected'>) {
  const { t } = useTranslation();
  const [, setParams] = useSearchParams();
  const rows = accountOf(t, shift);
  const { opening_difference: openingDifference } = shift;
  return (
    <>
      <div className="totals document-totals">
        {rows.map(({ label, value, kind, place, tone }) => {
          const sum = place === 'sum' ? 'sum-line' : undefined;
          const Word = place === 'last' ? 'b' : 'span';
          return (
            <Fragment key={label}>
              <Word className={sum}>{label}</Word>
              <Word className={place === 'sum' ? 'sum-line grand-total' : tone}>
                {kind ? (
                  <button
                    type="button"
                    className="reason"
                    aria-label={`${value}, ${t('shifts.moves.show', { figure: label })}`}
                    onClick={() => setParams({ of: kind }, { replace: true })}
                  >
                    <Figure value={value} />
                  </button>
                ) : (
                  <Figure value={value} />
                )}
              </Word>
            </Fragment>
          );
        })}
      </div>
      {openingDifference !== null && openingDifference !== 0 && (
        <p className="muted">
          {t(openingDifference > 0 ? 'shifts.account.foundMore' : 'shifts.account.foundLess')}:{' '}
          <Figure value={formatMoney(openingDifference)} />
        </p>
      )}
      {corrected !== 0 && (
        <p className="muted">
          {t('shifts.account.corrected')}: <Figure value={formatMoney(corrected)} />
        </p>
      )}
      {shift.expected_closing === null && <p className="muted">{t('shifts.account.blind')}</p>}
    </>
  );
}
