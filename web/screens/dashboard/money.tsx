import { ArrowDown, ArrowUp } from 'lucide-react';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Table } from '@/ui/table.tsx';
import type { Compared, Money, Period } from './overview.ts';
import { heightOf, topOf } from './scale.ts';
import './money.css';

interface MoneyProps {
  money: Money;
  period: Period;
}

interface Shown {
  label: string;
  figure: Compared | number | null | undefined;
  href: string;
  /** More of it is worse. */
  isCost?: boolean;
}

/** A ruled strip of amounts beside the time before; each opens the rows that it adds up. */
export function Amounts({ money, period }: MoneyProps) {
  const { t } = useTranslation();
  const { sales, returns, margin, expenses, owed_to_us, owed_by_us } = money;
  const sold = `/accounting/sales?sold=${period}`;
  const unpaid = 'payment=due&payment=partially_paid';
  const shown: Shown[] = [
    { label: t('dashboard.money.sales'), figure: sales, href: sold },
    { label: t('dashboard.money.returns'), figure: returns, href: `${sold}&type=return`, isCost: true },
    { label: t('dashboard.money.margin'), figure: margin, href: sold },
    { label: t('dashboard.money.expenses'), figure: expenses, href: `/accounting/expenses?spent=${period}`, isCost: true },
    { label: t('dashboard.money.owedToUs'), figure: owed_to_us, href: `/accounting/sales?${unpaid}` },
    { label: t('dashboard.money.owedByUs'), figure: owed_by_us, href: `/purchase?${unpaid}` },
  ];
  return (
    <div className="kpis amounts">
      {shown.map(({ label, figure, href, isCost }) => figure !== null && figure !== undefined && (
        <a key={label} className="kpi" href={href}>
          <span className="l">{label}</span>
          <span className="v"><Figure value={formatMoney(typeof figure === 'number' ? figure : figure.now)} /></span>
          {typeof figure === 'object' && <Change of={figure} isCost={isCost} />}
        </a>
      ))}
    </div>
  );
}

const percent = (change: number) => `${formatNumber(change, { max: 1 })}%`;

/** How much more or less it is than before: coloured by good or bad, not by up or down. */
function Change({ of: { before, change }, isCost }: { of: Compared; isCost?: boolean | undefined }) {
  const { t } = useTranslation();
  return (
    <span className="change">
      {change !== null && change !== 0 && (
        <b className={(change > 0) === !isCost ? 'good' : 'bad'}>
          <Icon of={change > 0 ? ArrowUp : ArrowDown} size={12} />
          <bdi>{percent(Math.abs(change))}</bdi>
        </b>
      )}
      {t('dashboard.money.from', { amount: formatMoney(before) })}
    </span>
  );
}

/** Sales by day or month, with the time before as a short mark; each bar opens its sales. */
export function SalesChart({ money }: { money: Money }) {
  const { t, i18n } = useTranslation();
  const series = money.series ?? [];
  const top = topOf(series.flatMap(({ now, before }) => [now, before]));
  const isMonthly = money.step === 'month';
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone: 'UTC' });
  const lastDay = (at: string) => new Date(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)), 0)).toISOString().slice(0, 10);
  const nameOf = (at: string) => (isMonthly ? month.format(new Date(at)) : formatDate(at));
  return (
    <section className="sales-chart" aria-labelledby="sales-chart">
      <div className="chart-head">
        <h2 id="sales-chart">{t(isMonthly ? 'dashboard.money.byMonth' : 'dashboard.money.byDay', { currency: currencyWord() })}</h2>
        <span className="legend"><i className="now" />{t('dashboard.money.now')}<i className="before" />{t('dashboard.money.before')}</span>
      </div>
      <div className="chart-body">
        <div className="chart-scale" aria-hidden="true">{[1, 0.5, 0].map((part) => <bdi key={part}>{formatNumber(top * part, { max: 0 })}</bdi>)}</div>
        <ol>
          {series.map(({ at, now, before }) => {
            const bar = t('dashboard.money.bar', { at: nameOf(at), now: formatMoney(now), before: formatMoney(before) });
            return (
              <li key={at}>
                <a href={`/accounting/sales?sold=${at}..${isMonthly ? lastDay(at) : at}`} title={bar} aria-label={bar}>
                  <span className="sold" style={{ blockSize: heightOf(now, top) }} />
                  {before > 0 && <span className="sold-before" style={{ insetBlockEnd: heightOf(before, top) }} />}
                </a>
                <small aria-hidden="true">{isMonthly ? month.format(new Date(at)) : formatNumber(Number(at.slice(8)))}</small>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** Which branch sold how much, the most first, with its total under a double rule. */
export function SalesByBranch({ money: { by_branch: branches = [], sales }, period }: MoneyProps) {
  const { t } = useTranslation();
  const most = topOf(branches.map(({ now }) => now));
  return (
    <section className="wait by-branch" aria-labelledby="sales-by-branch">
      <h2 id="sales-by-branch">{t('dashboard.money.byBranch')}</h2>
      {branches.length === 0 ? <p className="mut">{t('dashboard.money.none')}</p> : (
        <Table
          className="acc"
          rows={branches}
          keyOf={({ branch_id }) => branch_id}
          columns={[
            {
              head: t('dashboard.branch'),
              cell: (branch) => (
                <>
                  <bdi>{nameIn(branch, 'branch')}</bdi>
                  <span className="hb" aria-hidden="true"><i style={{ inlineSize: heightOf(branch.now, most) }} /></span>
                </>
              ),
            },
            {
              head: t('dashboard.money.salesIn', { currency: currencyWord() }), num: 'num',
              cell: ({ branch_id, now }) => <a className="why" href={`/accounting/sales?sold=${period}&branch=${branch_id}`}><Figure value={formatMoney(now)} /></a>,
            },
            { head: t('dashboard.money.change'), num: 'num', cell: ({ change }) => <bdi className="n mut">{change === null ? '–' : percent(change)}</bdi> },
          ]}
        >
          <tr className="sum">
            <td>{t('dashboard.total')}</td>
            <td className="num"><a className="why" href={`/accounting/sales?sold=${period}`}><Figure value={formatMoney(sales?.now ?? 0)} /></a></td>
            <td className="num" />
          </tr>
        </Table>
      )}
    </section>
  );
}
