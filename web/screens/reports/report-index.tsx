import { useQuery } from '@tanstack/react-query';
import { useBranch, useCan } from '@/db/me.ts';
import { reportOverview, type ReportOverview } from '@/db/reports.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import type { PermissionName } from '@/db/types.gen.ts';
import './reports.css';

interface Entry {
  name: PlainKeyBelow<'reports.name'>;
  href: string;
  /** All of them are required. */
  permissions: readonly PermissionName[];
  figure?: keyof ReportOverview;
}

const sections: { title: PlainKeyBelow<'reports.section'>; entries: readonly Entry[] }[] = [
  {
    title: 'sales',
    entries: [
      { name: 'sales', href: '/reports/sales', permissions: ['reports.sales.view'], figure: 'sales' },
      {
        name: 'profit_and_loss',
        href: '/reports/profit-and-loss',
        permissions: ['reports.profit_and_loss.view', 'inventory.costs.view'],
        figure: 'profit',
      },
    ],
  },
  {
    title: 'stock',
    entries: [
      { name: 'stock', href: '/reports/stock', permissions: ['reports.stock.view'], figure: 'stock' },
      { name: 'movements', href: '/reports/movements', permissions: ['reports.movements.view'], figure: 'movements' },
      { name: 'low_stock', href: '/reports/low-stock', permissions: ['reports.low_stock.view'], figure: 'low_stock' },
    ],
  },
  {
    title: 'owed',
    entries: [
      {
        name: 'payables',
        href: '/reports/payables',
        permissions: ['reports.purchases.view', 'inventory.costs.view', 'contacts.suppliers.view'],
        figure: 'payables',
      },
      {
        name: 'receivables',
        href: '/reports/receivables',
        permissions: ['reports.sales.view', 'contacts.customers.view'],
        figure: 'receivables',
      },
    ],
  },
  {
    title: 'spending',
    entries: [
      {
        name: 'purchases',
        href: '/reports/purchases',
        permissions: ['reports.purchases.view', 'inventory.costs.view'],
        figure: 'purchases',
      },
      { name: 'expenses', href: '/reports/expenses', permissions: ['reports.expenses.view'], figure: 'expenses' },
    ],
  },
  {
    title: 'people',
    entries: [
      { name: 'shifts', href: '/reports/shifts', permissions: ['attendance.shifts.view'] },
      { name: 'attendance', href: '/reports/attendance', permissions: ['attendance.records.view'] },
    ],
  },
];

/** The reports with the question each answers, and this month's main figure. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branch, branchIds } = useBranch();
  // Not awaited: the page is shown before its figures.
  const figures = useQuery(reportOverview(branchIds)).data;
  const shown = sections
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ permissions }) => permissions.every(can)) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <>
      <PageHead
        title={t('reports.title')}
        sub={t('reports.indexSub', { place: branch ? nameOf(branch) : t('reports.allBranches'), currency: currencyWord() })}
      />
      <div className="scroll report-index">
        {shown.map(({ title, entries }) => (
          <section key={title} aria-labelledby={`reports-${title}`}>
            <h2 id={`reports-${title}`}>{t(`reports.section.${title}`)}</h2>
            <ul>
              {entries.map(({ name, href, figure }) => {
                const value = figure && figures?.[figure];
                return (
                  <li key={name}>
                    <a href={href}>
                      <span className="record-name">{t(`reports.name.${name}`)}</span>
                      <span className="cell-figure">{t(`reports.question.${name}`)}</span>
                      {figure && value !== undefined && (
                        <span className="field">
                          <Figure
                            value={figure === 'movements' || figure === 'low_stock' ? formatNumber(value) : formatMoney(value)}
                            tone={value < 0 ? 'negative' : undefined}
                          />
                          <small>{t(`reports.figure.${figure}`)}</small>
                        </span>
                      )}
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
