import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/db/errors.ts';
import { useBranch, useCan } from '@/db/me.ts';
import type { ReportRow } from '@/db/reports.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Chart } from '@/parts/figures/chart.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { salesBy } from './overview.ts';
import { Column, Line } from './waits.tsx';

interface GoodsProps {
  period: string;
  compare: string;
  /** What the period is compared with; undefined if with nothing. */
  before: string | undefined;
}

/** Sales by hour and the best sellers of the period: two reports, which the rest of the page does not wait for. */
export function HoursAndBestSellers({ period, compare, before }: GoodsProps) {
  const { t } = useTranslation();
  const { branchIds } = useBranch();
  const can = useCan();
  const byHour = useQuery(salesBy('hour', branchIds, period, compare));
  const byProduct = useQuery(salesBy('product', branchIds, period, compare));
  const [hours, products] = [byHour.data, byProduct.data];
  const failed = [byHour, byProduct].find(({ data, error }) => error && !data);
  if (failed?.error)
    return (
      <div className="section">
        <Banner tone="bad" onRetry={() => void failed.refetch()}>
          {errorText(t, failed.error)}
        </Banner>
      </div>
    );
  if (!hours || !products)
    return (
      <div className="section" aria-busy="true">
        <Skeleton />
      </div>
    );
  const days = `${hours.from}..${hours.to}`;
  // Users who may not open sales see them by variant or day.
  const linesOf = (row: ReportRow, heading: 'hour' | 'product') =>
    can('accounting.sales.view')
      ? `/reports/sales/lines?${heading}=${row.id}&sold=${days}`
      : `/reports/sales?${heading}=${row.id}&period=${days}${heading === 'product' ? '&by=variant' : ''}`;
  return (
    <div className="dashboard-money">
      {hours.rows.length === 0 ? (
        <p className="section muted">{t('dashboard.nothingSold')}</p>
      ) : (
        <Chart
          title={t('dashboard.hours', { currency: currencyWord() })}
          by={t('dashboard.hour')}
          now={t('dashboard.money.now')}
          before={before}
          drawing={{
            kind: 'bars',
            marks: hours.rows.map((row) => ({
              key: row.id,
              name: `${row.id.padStart(2, '0')}:00`,
              tick: formatNumber(Number(row.id)),
              now: Number(row.net),
              before: before === undefined ? null : Number(row.before),
              href: linesOf(row, 'hour'),
            })),
          }}
        />
      )}
      <Column
        title={t('dashboard.bestSellers')}
        href={`/reports/sales?by=product&period=${period}&compare=${compare}`}
        emptyText={t('dashboard.nothingSold')}
      >
        {products.rows
          .filter(({ net }) => Number(net) > 0)
          .map((row) => (
            <Line
              key={row.id}
              href={linesOf(row, 'product')}
              name={nameOf(row) || t('reports.without.product')}
              note={t('lines.pieces', { count: Number(row.pieces) })}
              figure={<Figure value={formatMoney(Number(row.net))} />}
            />
          ))}
      </Column>
    </div>
  );
}
