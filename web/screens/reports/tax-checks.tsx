/* What an accountant asks about a tax report: rates chosen by hand, missing tax numbers, and the tax of each branch. */
import type { ReactNode } from 'react';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { ListTable } from '@/list/list-table.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Money } from '@/ui/figure.tsx';
import { Section } from '@/ui/section.tsx';
import type { ReportAnswer } from '@/db/reports.ts';
import { listOf, type ReportQuery } from './reports.ts';
import { daysOf } from './rows-behind.ts';

interface TaxProps {
  answer: ReportAnswer;
  asked: ReportQuery;
}

export function TaxChecks({ answer, asked }: TaxProps) {
  const { t } = useTranslation();
  const days = daysOf(asked, answer);
  const counted = (count: number) => ({ count, shown: formatNumber(count) });
  const { changed_lines: changed, lacking_orders: orders, lacking_expenses: expenses } = answer;
  return (
    <>
      {Boolean(changed) && (
        <Check href={listOf('/reports/sales/lines?tax_choice=changed', 'sold', asked, days)}>
          {t('reports.taxChanged.text', counted(changed!))}
        </Check>
      )}
      {Boolean(orders) && (
        <Check href={listOf('/purchase?status=completed&taxNumber=missing', 'ordered', asked, days)}>
          {t('reports.lackingOrders.text', counted(orders!))}
        </Check>
      )}
      {Boolean(expenses) && (
        <Check href={listOf('/accounting/expenses?taxNumber=missing', 'spent', asked, days)}>
          {t('reports.lackingExpenses.text', counted(expenses!))}
        </Check>
      )}
    </>
  );
}

/** Something to look at, with the rows behind it. */
function Check({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="section">
      <Banner
        tone="off"
        actions={
          <Button small href={href}>
            {t('reports.showThem')}
          </Button>
        }
      >
        {children}
      </Banner>
    </div>
  );
}

type Branch = NonNullable<ReportAnswer['branches']>[number];

/** The tax due of each branch; each opens its own report. */
export function TaxByBranch({ answer, asked, busy }: TaxProps & { busy: boolean }) {
  const { t } = useTranslation();
  if (!answer.branches) return null;
  const title = t('reports.taxByBranch');
  const columns: Column<Branch>[] = [
    {
      id: 'branch',
      label: t('reports.by.branch'),
      card: 'title',
      minWidth: 170,
      cell: (branch) => (
        <a className="record-name" href={hrefOf(branch)}>
          <bdi>{nameOf(branch)}</bdi>
        </a>
      ),
    },
    {
      id: 'tax_due',
      label: t('reports.col.tax_due'),
      num: true,
      card: 'end',
      cell: ({ tax_due }) => <Money value={tax_due} />,
    },
  ];
  const hrefOf = ({ id }: Branch) => `/reports/tax?period=${daysOf(asked, answer)}&branch=${id}`;
  return (
    <Section title={title} className="px-0 [&>.section-head]:px-(--spacing-gutter)">
      <ListTable
        label={title}
        columns={columns}
        rows={answer.branches}
        rowId={({ id }) => id}
        rowLabel={nameOf}
        rowHref={hrefOf}
        busy={busy}
      />
    </Section>
  );
}
