import { Scale } from 'lucide-react';
import type { Args } from '@/db/calls.ts';
import { allCostDifferences, costDifferencePage, costDifferenceTotals, type CostDifferenceRow } from '@/db/cost-differences.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatShort } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, dayColumn, hiddenAtFirst, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { moneyColumn } from '@/list/money-column.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { documentAddress } from '@/parts/document/address.ts';
import { Facts, numberWidth } from '@/parts/document/number-column.tsx';
import { productName, variantLabel, variantName } from '@/parts/variant-name.ts';
import { Code, Nil } from '@/ui/figure.tsx';
import { useHeadingFilters } from './report-filters.ts';
import { reports, type FilterName } from './reports.ts';

const report = reports.find(({ name }) => name === 'profit_and_loss')!;
const FILTERS: readonly FilterName[] = ['branch', 'product'];

const RULES: ListRules = {
  sort: { by: 'day', descending: true },
  sortable: ['day', 'amount'],
  filters: ['booked', 'document', ...FILTERS],
};

/** Undefined where the user may not view the document. */
const documentOf = (row: CostDifferenceRow) => (row.document_number ? documentAddress(row) : undefined);

/** The rows behind the cost differences of profit and loss. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branch, branchIds } = useBranch();
  const list = useListState(RULES);
  const { booked, document, branch: branches, product } = list.state.filters;
  const question: Args<'cost_difference_totals'> = {
    words: list.state.search,
    document_types: [...(document ?? [])],
    at_branch_ids: [...(branches ?? branchIds)],
    booked: booked?.[0],
    product_ids: [...(product ?? [])],
  };
  const { result, totals } = useSummedRows(list, question, costDifferencePage, costDifferenceTotals);
  const headingFilters = useHeadingFilters({ filters: FILTERS });
  const named = (row: CostDifferenceRow) => variantName(row) || t('reports.without.product');
  const columns: Column<CostDifferenceRow>[] = [
    {
      id: 'document',
      label: t('reports.differences.col.document'),
      width: `${numberWidth(
        (result.rows ?? []).map(({ document_number: number }) => ({ number: number ?? '' })),
        16,
      )}px`,
      pinned: true,
      card: 'facts',
      cell: (row) => {
        const number = row.document_number ? <Code>{row.document_number}</Code> : <Nil />;
        return (
          <Facts
            link={
              documentOf(row) ? (
                <a className="record-name font-medium text-ink" href={documentOf(row)}>
                  {number}
                </a>
              ) : (
                number
              )
            }
            beside={formatShort(row.day)}
            below={[variantLabel(row), t(`reports.differences.type.${row.document_type}`), branch === null && nameIn(row, 'branch')]}
          />
        );
      },
      sheet: { value: (row) => row.document_number, kind: 'code' },
    },
    dayColumn('day', t('reports.by.day'), (row) => row.day, { sort: 'day', card: 'none' }),
    textColumn('type', t('reports.differences.col.type'), (row) => t(`reports.differences.type.${row.document_type}`), {
      width: '126px',
      card: 'none',
    }),
    codeColumn('order', t('reports.by.purchase_order'), (row) => row.purchase_order, { width: '166px', ...hiddenAtFirst }),
    textColumn('product', t('reports.by.product'), (row) => productName(row) || t('reports.without.product'), {
      card: 'title',
      minWidth: 190,
    }),
    textColumn('variant', t('reports.lines.col.variant'), variantLabel, { width: '116px', card: 'none' }),
    codeColumn('sku', t('reports.lines.col.sku'), (row) => row.sku, { width: '130px', ...hiddenAtFirst }),
    textColumn('branch', t('reports.by.branch'), (row) => nameIn(row, 'branch'), { shown: branch === null, width: '112px', card: 'none' }),
    moneyColumn<CostDifferenceRow>('amount', t('reports.col.amount'), (row) => row.amount, { sort: 'amount', card: 'end', width: '116px' }),
  ];
  return (
    <ListPage<CostDifferenceRow>
      name="cost-differences"
      title={t('reports.differences.title')}
      summary={totals && t('reports.differences.summary', { amount: formatMoney(totals.amount), currency: currencyWord() })}
      list={list}
      result={result}
      loadErrorTitle={t('reports.differences.loadFailed')}
      columns={columns}
      rowLabel={(row) => [row.document_number, named(row)].filter(Boolean).join(' ')}
      rowHref={documentOf}
      filters={[periodFilter('booked', t('reports.by.day')), ...headingFilters]}
      views={(['purchase_order', 'receipt', 'sale'] as const).map((value) => ({
        name: t(`reports.differences.view.${value}`),
        query: `document=${value}`,
        count: totals?.by_document[value],
      }))}
      searchHint={t('reports.differences.search')}
      exported={
        can(report.exportPermission)
          ? { name: t('reports.differences.title'), rows: (signal) => allCostDifferences(question, signal) }
          : undefined
      }
      empty={{ icon: Scale, title: t('reports.differences.empty.title'), text: t('reports.differences.empty.text') }}
    />
  );
}
