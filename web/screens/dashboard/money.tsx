import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatMonth, today } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Chart } from '@/parts/figures/chart.tsx';
import { FigureStrip, percent } from '@/parts/figures/figure-strip.tsx';
import { Figure } from '@/ui/figure.tsx';
import { BranchTable } from './branch-table.tsx';
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

/** Sales by branch, largest first. */
export function SalesByBranch({ money }: MoneyProps) {
  const { t } = useTranslation();
  const sold = `/accounting/sales?sold=${daysOf(money)}`;
  return (
    <BranchTable
      title={t('dashboard.money.byBranch')}
      rows={money.by_branch ?? []}
      head={t('dashboard.money.salesIn', { currency: currencyWord() })}
      valueOf={({ now }) => now}
      format={(value) => <Figure value={formatMoney(value)} />}
      hrefOf={(row) => (row ? `${sold}&branch=${row.branch_id}` : sold)}
      further={{ head: t('dashboard.money.change'), text: ({ change }) => (change === null ? '–' : percent(change)) }}
      total={money.sales?.now ?? 0}
      emptyText={t('dashboard.money.none')}
    />
  );
}
