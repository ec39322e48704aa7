import { useQuery } from '@tanstack/react-query';
import { LayoutDashboard } from 'lucide-react';
import { Fragment, lazy, Suspense, useState, type ReactNode } from 'react';
import { errorText } from '@/db/errors.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, today } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { compareFilter } from '@/list/compare-filter.ts';
import { FilterBar } from '@/list/filter-bar.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { daysOf } from '@/list/period-words.ts';
import { useListState, type List } from '@/list/use-list-state.ts';
import { Banner } from '@/ui/banner.tsx';
import { IconButton } from '@/ui/button.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ByBranch } from './by-branch.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HoursAndBestSellers } from './goods.tsx';
import { Amounts, SalesByBranch, SalesChart } from './money.tsx';
import { overviewOf, PARTS, PERIODS, type Overview, type Part, type Period } from './overview.ts';
import { LowStock, Movements, OpenShifts, TransfersWaiting } from './waits.tsx';

const ArrangeDashboard = lazy(() => import('./arrange-dashboard.tsx'));

const RULES: ListRules = { sort: { by: '', descending: true }, sortable: [], filters: ['period', 'compare'] };

/** Parts of the width of a card. */
const CARDS: readonly Part[] = ['on_hand', 'transfers', 'shifts', 'low_stock', 'movements'];

export function Component() {
  const translation = useTranslation();
  const { t } = translation;
  const can = useCan();
  const { branch, branchIds } = useBranch();
  const { arrangements } = useMe();
  const list = useListState(RULES);
  const [arranging, setArranging] = useState(false);
  const period = closed(list.state.filters.period?.[0] ?? 'this_month');
  const compare = closed(list.state.filters.compare?.[0] ?? 'before');
  const { data, error, refetch } = useQuery(overviewOf(branchIds, period, compare));
  const money = data?.money;
  const date = formatDate(today(branch?.time_zone, branch?.day_start));
  const usual = PERIODS.find((one) => one === period);
  const before = compare === 'before' ? t('dashboard.money.before') : compare === 'none' ? undefined : t('reports.col.before');
  const arranged: readonly Part[] = arrangements?.dashboard ? partsIn(arrangements.dashboard) : PARTS;
  const chips: List = { ...list, state: { ...list.state, filters: { period: [period], compare: [compare] } } };
  const parts: Record<Part, ReactNode> = {
    amounts: money && <Amounts money={money} />,
    sales: money?.series && (
      <div className="dashboard-money">
        <SalesChart money={money} before={before} />
        <SalesByBranch money={money} />
      </div>
    ),
    goods: can('reports.sales.view') && <HoursAndBestSellers period={period} compare={compare} before={before} />,
    figures: <Figures seen={data} />,
    on_hand: data?.on_hand_by_branch && <ByBranch branches={data.on_hand_by_branch} total={data.on_hand ?? 0} />,
    transfers: data?.transfers && <TransfersWaiting transfers={data.transfers} count={data.transfers_waiting ?? 0} />,
    shifts: data?.shifts && <OpenShifts shifts={data.shifts} count={data.shifts_open ?? 0} />,
    low_stock: data?.low_stock && <LowStock rows={data.low_stock} count={data.low_stock_count ?? data.low_stock.length} />,
    movements: data?.movements && <Movements rows={data.movements} />,
  };
  return (
    <>
      <PageHead
        title={t('dashboard.title')}
        sub={branch ? t('dashboard.oneBranch', { branch: nameOf(branch), date }) : t('dashboard.allBranches', { date })}
      />
      <div className="tools flex-wrap">
        {(money || error) && (
          <>
            <Segmented<Period | 'other'>
              label={t('dashboard.money.period')}
              value={usual ?? 'other'}
              options={[...PERIODS, 'other' as const].map((value) => ({ value, label: t(`dashboard.money.periods.${value}`) }))}
              onChange={(value) => list.change({ filter: 'period', values: [value === 'other' ? 'last_month' : value] })}
            />
            <FilterBar
              list={chips}
              filters={[
                ...(usual ? [] : [{ ...periodFilter('period', t('dashboard.money.period')), always: true }]),
                compareFilter(translation),
              ]}
            />
          </>
        )}
        <span className="ms-auto">
          <IconButton icon={LayoutDashboard} label={t('dashboard.arrange.do')} onClick={() => setArranging(true)} />
        </span>
      </div>
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
            {inGroups(arranged).map((group) =>
              CARDS.includes(group[0]!) ? (
                <div
                  key={group[0]}
                  className="grid flex-1 gap-0 auto-rows-[auto_1fr] grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] overflow-hidden max-lg:grid-cols-[repeat(auto-fit,minmax(min(340px,100%),1fr))] max-sm:flex-none max-sm:auto-rows-auto"
                >
                  {group.map((part) => (
                    <Fragment key={part}>{parts[part]}</Fragment>
                  ))}
                </div>
              ) : (
                <Fragment key={group[0]}>{parts[group[0]!]}</Fragment>
              ),
            )}
            {data && arranged.every((part) => !parts[part]) && <p className="section muted">{t('dashboard.empty')}</p>}
          </>
        )}
      </div>
      {arranging && (
        <Suspense>
          <ArrangeDashboard arranged={arranged} available={PARTS.filter((part) => parts[part])} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** With both of its days: since one day means until today, and until one day that day. */
function closed(period: string): string {
  const days = daysOf(period);
  return days ? `${days.from || days.to}..${days.to || (days.from > today() ? days.from : today())}` : period;
}

const partsIn = (names: readonly string[]): Part[] => names.flatMap((name) => PARTS.find((part) => part === name) ?? []);

/** Cards that follow each other form a group; every other part is one of its own. */
function inGroups(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && CARDS.includes(part) && CARDS.includes(last[0]!)) last.push(part);
    else groups.push([part]);
  }
  return groups;
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
