import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatMonth, today } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Chart } from '@/parts/figures/chart.tsx';
import { FigureStrip, percent } from '@/parts/figures/figure-strip.tsx';
import { heightOf, topOf } from '@/parts/figures/scale.ts';
import { Figure } from '@/ui/figure.tsx';
import { Table } from '@/ui/table.tsx';
import type { Money } from './overview.ts';
import '@/parts/figures/figures.css';

interface MoneyProps {
  money: Money;
}

/** The days of the answer, since a word such as today may mean another day for a single branch, or later. */
const daysOf = ({ from, to }: Money) => `${from}..${to}`;

/** Amounts of the period beside those of the other one; each links to the rows it sums up. */
export function Amounts({ money }: MoneyProps) {
  const { t } = useTranslation();
  const { sales, returns, margin, expenses, owed_to_us, owed_by_us } = money;
  const sold = `/accounting/sales?sold=${daysOf(money)}`;
  const unpaid = 'payment=due&payment=partially_paid';
  return (
    <FigureStrip
      figures={[
        { label: t('dashboard.money.sales'), figure: sales, href: sold },
        { label: t('dashboard.money.returns'), figure: returns, href: `${sold}&type=return&type=exchange`, isCost: true },
        { label: t('dashboard.money.margin'), figure: margin, href: sold },
        { label: t('dashboard.money.expenses'), figure: expenses, href: `/accounting/expenses?spent=${daysOf(money)}`, isCost: true },
        { label: t('dashboard.money.owedToUs'), figure: owed_to_us, href: `/accounting/sales?${unpaid}` },
        { label: t('dashboard.money.owedByUs'), figure: owed_by_us, href: `/purchase?${unpaid}` },
      ]}
    />
  );
}

/** Sales by day or month; the last one is today or this month. */
export function SalesChart({ money, before }: MoneyProps & { before: string | undefined }) {
  const { t, i18n } = useTranslation();
  const isMonthly = money.step === 'month';
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone: 'UTC' });
  const lastDay = (at: string) => new Date(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5, 7)), 0)).toISOString().slice(0, 10);
  const endOf = (at: string) => (isMonthly ? lastDay(at) : at);
  return (
    <Chart
      title={t(isMonthly ? 'dashboard.money.byMonth' : 'dashboard.money.byDay', { currency: currencyWord() })}
      by={t(isMonthly ? 'dashboard.money.month' : 'dashboard.money.day')}
      now={t('dashboard.money.now')}
      before={before}
      drawing={{
        kind: 'bars',
        marks: (money.series ?? []).map(({ at, now, before: then }) => ({
          key: at,
          name: isMonthly ? formatMonth(at) : formatDate(at),
          tick: isMonthly ? month.format(new Date(at)) : formatNumber(Number(at.slice(8))),
          now,
          before: before === undefined ? null : then,
          isUnfinished: at <= today() && today() <= endOf(at),
          // The first and last month of a period may be parts of it.
          href: `/accounting/sales?sold=${at < money.from ? money.from : at}..${at <= money.to && money.to < endOf(at) ? money.to : endOf(at)}`,
        })),
      }}
    />
  );
}

/** Sales by branch, largest first, with the total under a double rule. */
export function SalesByBranch({ money }: MoneyProps) {
  const { t } = useTranslation();
  const { by_branch: branches = [], sales } = money;
  const sold = `/accounting/sales?sold=${daysOf(money)}`;
  const max = topOf(branches.map(({ now }) => now));
  return (
    <section className="wait [&_th]:whitespace-nowrap" aria-labelledby="sales-by-branch">
      <h2 className="mb-2" id="sales-by-branch">
        {t('dashboard.money.byBranch')}
      </h2>
      {branches.length === 0 ? (
        <p className="muted">{t('dashboard.money.none')}</p>
      ) : (
        <Table
          className="ledger-table"
          rows={branches}
          keyOf={({ branch_id }) => branch_id}
          columns={[
            {
              head: t('dashboard.branch'),
              cell: (branch) => (
                <>
                  <bdi>{nameIn(branch, 'branch')}</bdi>
                  <span className="mt-1 block h-1 max-w-[220px] overflow-hidden rounded-[1px] bg-paper-3" aria-hidden="true">
                    <i className="block h-full bg-accent" style={{ inlineSize: heightOf(branch.now, max) }} />
                  </span>
                </>
              ),
            },
            {
              head: t('dashboard.money.salesIn', { currency: currencyWord() }),
              num: 'numeric',
              cell: ({ branch_id, now }) => (
                <a className="reason" href={`${sold}&branch=${branch_id}`}>
                  <Figure value={formatMoney(now)} />
                </a>
              ),
            },
            {
              head: t('dashboard.money.change'),
              num: 'numeric',
              cell: ({ change }) => <bdi className="number muted">{change === null ? '–' : percent(change)}</bdi>,
            },
          ]}
        >
          <tr className="sum-line">
            <td>{t('dashboard.total')}</td>
            <td className="numeric">
              <a className="reason" href={sold}>
                <Figure value={formatMoney(sales?.now ?? 0)} />
              </a>
            </td>
            <td className="numeric" />
          </tr>
        </Table>
      )}
    </section>
  );
}
