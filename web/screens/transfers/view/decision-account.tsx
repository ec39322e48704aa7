import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import type { Account, AccountRow, Decision } from './account.ts';

interface DecisionAccountProps {
  account: Account;
  decision: Decision;
  from: string;
  to: string;
  withinBranch: boolean;
}

/** Before, change, after at both ends; their sum stays what it is, under a single and over a double rule. */
export function DecisionAccount({ account, decision, from, to, withinBranch }: DecisionAccountProps) {
  const { t } = useTranslation();
  const quantity = (value: number | null) => (value === null ? <Nil /> : <Figure value={formatNumber(value)} />);
  const cells = ({ now, change, after }: AccountRow) => {
    const sign = change > 0 ? '+' : '';
    return (
      <>
        <td className="num">{quantity(now)}</td>
        <td className={change < 0 ? 'num neg' : change > 0 ? 'num pos' : 'num'}><Figure value={`${sign}${formatNumber(change)}`} /></td>
        <td className="num"><b>{quantity(after)}</b></td>
      </>
    );
  };
  const row = (name: string, figures: AccountRow) => (
    <tr>
      <th scope="row"><bdi>{name}</bdi></th>
      {cells(figures)}
    </tr>
  );
  return (
    <table className="acc tf-acc">
      <thead>
        <tr>
          <th scope="col">{t('transfers.decide.onHand')}</th>
          <th scope="col" className="num">{t('transfers.decide.now')}</th>
          <th scope="col" className="num">{t('transfers.decide.change')}</th>
          <th scope="col" className="num">{t(decision === 'approve' ? 'transfers.decide.after' : 'transfers.decide.afterReverse')}</th>
        </tr>
      </thead>
      <tbody>
        {row(from, account.source)}
        {row(to, account.target)}
        {account.both && (
          <tr className="sum">
            <th scope="row">{t(withinBranch ? 'transfers.decide.bothPlaces' : 'transfers.decide.bothBranches')}</th>
            {cells(account.both)}
          </tr>
        )}
      </tbody>
    </table>
  );
}
