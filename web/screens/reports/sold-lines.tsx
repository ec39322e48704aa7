import { Receipt } from 'lucide-react';
import type { Args } from '@/db/calls.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { allSaleLines, saleLinePage, saleLineTotals, type SaleLineRow } from '@/db/sales.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn, countColumn, dayColumn, hiddenAtFirst, momentColumn, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { moneyColumn } from '@/list/money-column.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { numberWidth } from '@/parts/document/number-column.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { Code, Quantity } from '@/ui/figure.tsx';
import { useHeadingFilters } from './report-filters.ts';
import { reports } from './reports.ts';
import { askedFilters } from './use-report.ts';

const report = reports.find(({ name }) => name === 'sales')!;

const RULES: ListRules = {
  sort: { by: 'sold_at', descending: true },
  sortable: ['sold_at', 'quantity', 'total'],
  filters: ['sold', ...(report.filters ?? [])],
};

const saleOf = ({ sale_id }: SaleLineRow) => `/inventory/sales/view/${sale_id}`;

/** The lines of sales, returns and exchanges: the rows behind the figures of the sales report. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branch, branchIds } = useBranch();
  const list = useListState(RULES);
  const { sold, goods, branch: branches, ...keys } = list.state.filters;
  const question: Args<'sale_line_totals'> = {
    words: list.state.search,
    goods: [...(goods ?? [])],
    at_branch_ids: [...(branches ?? branchIds)],
    sold: sold?.[0],
    filters: askedFilters(keys),
  };
  const { result, totals } = useSummedRows(list, question, saleLinePage, saleLineTotals);
  const headingFilters = useHeadingFilters(report);
  const currency = currencyWord();
  const money = (id: 'discount' | 'tax' | 'total' | 'margin', more: Partial<Column<SaleLineRow>> = hiddenAtFirst) =>
    moneyColumn<SaleLineRow>(id, t(`reports.col.${id}`), (row) => row[id], { width: '116px', ...more });
  const columns: Column<SaleLineRow>[] = [
    {
      id: 'number',
      label: t('reports.lines.col.number'),
      width: `${numberWidth(result.rows ?? [], 16)}px`,
      pinned: true,
      card: 'sub',
      cell: (row) => (
        <a className="record-name font-medium text-ink" href={saleOf(row)}>
          <Code>{row.number}</Code>
        </a>
      ),
      sheet: { value: ({ number }) => number, kind: 'code' },
    },
    momentColumn('sold_at', t('sales.col.soldAt'), (row) => row.sold_at, { sort: 'sold_at' }),
    dayColumn('day', t('sales.col.day'), (row) => row.business_day, hiddenAtFirst),
    textColumn('product', t('reports.lines.col.product'), (row) => productName(row) || t('reports.without.product'), {
      card: 'title',
      minWidth: 190,
    }),
    textColumn('variant', t('reports.lines.col.variant'), variantLabel, { width: '130px' }),
    codeColumn('sku', t('reports.lines.col.sku'), (row) => row.sku, { width: '130px', ...hiddenAtFirst }),
    textColumn('customer', t('sales.col.customer'), (row) => nameIn(row, 'customer'), hiddenAtFirst),
    textColumn('salesperson', t('sales.col.salesperson'), (row) => nameOf(row.salesperson), { width: '130px', card: 'none' }),
    textColumn('branch', t('sales.col.branch'), (row) => nameIn(row, 'branch'), { shown: branch === null, width: '110px', card: 'none' }),
    countColumn('quantity', t('reports.lines.col.quantity'), (row) => row.quantity, {
      sort: 'quantity',
      width: '84px',
      footer: (rows) => <Quantity value={sum(rows.map((row) => row.quantity))} />,
    }),
    moneyColumn<SaleLineRow>('unit_price', t('reports.lines.col.price'), (row) => row.unit_price, {
      width: '110px',
      footer: undefined,
      ...hiddenAtFirst,
    }),
    money('discount'),
    money('tax'),
    money('total', { sort: 'total', card: 'end', width: '116px' }),
    ...(can('inventory.costs.view') ? [money('margin', {})] : []),
  ];
  const summary =
    totals &&
    [
      t('reports.lines.summary', {
        pieces: formatNumber(totals.pieces),
        total: formatMoney(totals.total),
        tax: formatMoney(totals.tax),
        currency,
      }),
      totals.margin !== null && t('reports.lines.summaryMargin', { margin: formatMoney(totals.margin) }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <ListPage<SaleLineRow>
      name="sale-lines"
      title={t('reports.lines.title')}
      summary={summary}
      list={list}
      result={result}
      loadErrorTitle={t('reports.lines.loadFailed')}
      columns={columns}
      rowLabel={(row) => `${row.number} ${productName(row)}`}
      rowHref={saleOf}
      filters={[periodFilter('sold', t('sales.col.day')), ...headingFilters]}
      views={(['sold', 'returned'] as const).map((value) => ({
        name: t(`reports.lines.view.${value}`),
        query: `goods=${value}`,
        count: totals?.by_goods[value],
      }))}
      searchHint={t('reports.lines.search')}
      exported={
        can('accounting.sales.export') ? { name: t('reports.lines.title'), rows: (signal) => allSaleLines(question, signal) } : undefined
      }
      empty={{ icon: Receipt, title: t('reports.lines.empty.title'), text: t('reports.lines.empty.text') }}
    />
  );
}
