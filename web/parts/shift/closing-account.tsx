import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import type { outcomeOf } from './count.ts';
import { ShiftResult } from './results.tsx';

interface ClosingAccountProps {
  expected: number;
  /** Null while nothing is counted. */
  counted: string | null;
  outcome: ReturnType<typeof outcomeOf> | null;
}

/** The expected amount, the counted one and their difference, updated while counting. */
export function ClosingAccount({ expected, counted, outcome }: ClosingAccountProps) {
  const { t } = useTranslation();
  return (
    <table className="ledger-table">
      <tbody>
        <tr>
          <th scope="row">{t('shifts.account.expected', { currency: currencyWord() })}</th>
          <td className="numeric">
            <Figure value={formatMoney(expected)} />
          </td>
        </tr>
        <tr>
          <th scope="row">{t('shifts.account.counted')}</th>
          <td className="numeric">{counted === null ? <Nil /> : <Figure value={formatMoney(counted)} />}</td>
        </tr>
        <tr className="sum-line">
          <th scope="row">{outcome ? <ShiftResult result={outcome.outcome} /> : t('shifts.account.difference')}</th>
          <td className={outcome?.outcome === 'shortage' ? 'numeric negative' : 'numeric'}>
            {outcome ? <Figure value={formatMoney(outcome.difference)} /> : <Nil />}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
