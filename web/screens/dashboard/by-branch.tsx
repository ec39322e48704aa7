import { useTranslation } from 'react-i18next';
import { nameOf } from '@/i18n/name-of.ts';
import { compare, percentOf, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Overview } from './overview.ts';

/** Where the stock lies, with its total under a double rule. */
export function ByBranch({ branches }: { branches: NonNullable<Overview['on_hand_by_branch']> }) {
  const { t } = useTranslation();
  const total = sum(branches.map(({ quantity }) => quantity));
  const most = branches.reduce((high, { quantity }) => (compare(quantity, high) > 0 ? quantity : high), 0);
  return (
    <section className="sec by-branch" aria-labelledby="by-branch">
      <h2 id="by-branch">{t('dashboard.byBranch')}</h2>
      <table className="acc">
        <thead>
          <tr>
            <th scope="col">{t('dashboard.branch')}</th>
            <th scope="col" className="num">
              {t('dashboard.onHand')}
            </th>
            <th scope="col" className="num">
              {t('dashboard.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {branches.map((branch) => (
            <tr key={branch.branch_id}>
              <td>
                <bdi>{nameOf(branch)}</bdi>
                <span className="hb" aria-hidden="true">
                  <i style={{ inlineSize: `${percentOf(branch.quantity, most) ?? 0}%` }} />
                </span>
              </td>
              <td className="num">
                <bdi className="n">{formatNumber(branch.quantity)}</bdi>
              </td>
              <td className="num">
                <bdi className="n mut">{formatNumber(percentOf(branch.quantity, total) ?? 0, { min: 1, max: 1 })} %</bdi>
              </td>
            </tr>
          ))}
          <tr className="sum">
            <td>{t('dashboard.total')}</td>
            <td className="num">
              <bdi className="n">{formatNumber(total)}</bdi>
            </td>
            <td className="num" />
          </tr>
        </tbody>
      </table>
    </section>
  );
}
