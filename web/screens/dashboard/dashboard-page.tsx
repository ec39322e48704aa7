import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, today } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ByBranch } from './by-branch.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Amounts, SalesByBranch, SalesChart } from './money.tsx';
import { type Overview, overviewOf, PERIODS, type Period } from './overview.ts';
import { LowStock, Movements, OpenShifts, TransfersWaiting } from './waits.tsx';

export function Component() {
  const { t } = useTranslation();
  const { branch, branchIds } = useBranch();
  const [params, setParams] = useSearchParams();
  const period = PERIODS.find((candidate) => candidate === params.get('period')) ?? 'this_month';
  const { data, error, refetch } = useQuery(overviewOf(branchIds, period));
  const money = data?.money;
  const date = formatDate(today(branch?.time_zone, branch?.day_start));
  return (
    <>
      <PageHead
        title={t('dashboard.title')}
        sub={branch ? t('dashboard.oneBranch', { branch: nameOf(branch), date }) : t('dashboard.allBranches', { date })}
        actions={
          money && (
            <Segmented<Period>
              label={t('dashboard.money.period')}
              value={period}
              options={PERIODS.map((value) => ({ value, label: t(`dashboard.money.periods.${value}`) }))}
              onChange={(value) => setParams({ period: value }, { replace: true })}
            />
          )
        }
      />
      <div className="scroll flex flex-col">
        {error && !data ? (
          <div className="section">
            <Banner tone="bad" onRetry={() => void refetch()}>
              {t('dashboard.failed')} {errorText(t, error)}
            </Banner>
          </div>
        ) : (
          <>
            <FirstSteps />
            {money && <Amounts money={money} period={period} />}
            {money?.series && (
              <div className="dashboard-money">
                <SalesChart money={money} />
                <SalesByBranch money={money} period={period} />
              </div>
            )}
            <Figures seen={data} />
            {data && (
              <div className="grid flex-1 gap-0 auto-rows-[auto_1fr] grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] overflow-hidden max-lg:grid-cols-[repeat(auto-fit,minmax(min(340px,100%),1fr))] max-sm:flex-none max-sm:auto-rows-auto">
                {data.on_hand_by_branch && <ByBranch branches={data.on_hand_by_branch} total={data.on_hand ?? 0} />}
                {data.transfers && <TransfersWaiting transfers={data.transfers} count={data.transfers_waiting ?? 0} />}
                {data.shifts && <OpenShifts shifts={data.shifts} count={data.shifts_open ?? 0} />}
                {data.low_stock && <LowStock rows={data.low_stock} count={data.low_stock_count ?? data.low_stock.length} />}
                {data.movements && <Movements rows={data.movements} />}
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Key figures, each a link to the list behind it. */
function Figures({ seen }: { seen: Overview | undefined }) {
  const { t } = useTranslation();
  const all = [
    { label: t('dashboard.pieces'), value: seen?.on_hand, href: '/inventory/stock' },
    { label: t('dashboard.products'), value: seen?.products, href: '/inventory/products' },
    { label: t('dashboard.lowCount'), value: seen?.low_stock_count, href: '/inventory/stock?view=low' },
    { label: t('dashboard.counts'), value: seen?.counts_open, href: '/inventory/counts?status=counting&status=comparing&status=posting' },
    { label: t('dashboard.waiting'), value: seen?.transfers_waiting, href: '/inventory/stockpoints/transactions?status=pending' },
  ];
  const shown = seen ? all.filter(({ value }) => value !== null && value !== undefined) : all;
  if (shown.length === 0) return <p className="section muted">{t('dashboard.nothing')}</p>;
  return (
    <div className={`stats ${shown.length > 4 ? 'five' : 'four'}`} aria-busy={!seen}>
      {shown.map(({ label, value, href }) => (
        <a key={label} className="stat" href={href}>
          <span className="block text-sm font-medium text-ink-3">{label}</span>
          {seen ? <span className="value">{formatNumber(value ?? 0)}</span> : <Skeleton />}
        </a>
      ))}
    </div>
  );
}
