import { Banknote } from 'lucide-react';
import type { Args } from '@/db/calls.ts';
import { useBranch, useCan } from '@/db/me.ts';
import {
  allPayments,
  paymentKinds,
  paymentPage,
  salePaymentKinds,
  paymentTotals,
  type PaymentKind,
  type PaymentRow,
} from '@/db/payments.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatShort } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { choices } from '@/list/choices.ts';
import { dayColumn, hiddenAtFirst, momentColumn, textColumn } from '@/list/columns.tsx';
import type { Column } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { moneyColumn } from '@/list/money-column.tsx';
import { periodFilter } from '@/list/period-filter.ts';
import { useSummedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Facts, numberWidth } from '@/parts/document/number-column.tsx';
import { Code } from '@/ui/figure.tsx';
import { useHeadingFilters } from './report-filters.ts';
import { reports, type Report } from './reports.ts';
import { askedFilters } from './use-report.ts';

const rulesOf = ({ filters = [] }: Report): ListRules => ({
  sort: { by: 'day', descending: true },
  sortable: ['day', 'amount'],
  filters: ['paid', 'kind', ...filters.filter((name) => name !== 'kind')],
});
const flow = reports.find(({ name }) => name === 'cash_flow')!;
const methods = reports.find(({ name }) => name === 'methods')!;
const RULES = { flow: rulesOf(flow), methods: rulesOf(methods) };

const documents: Record<PaymentKind, string> = {
  taken: '/inventory/sales/view',
  given_back: '/inventory/sales/view',
  corrected: '/inventory/sales/view',
  to_suppliers: '/purchase/orders',
  from_suppliers: '/purchase/returns',
  for_expenses: '/accounting/expenses/view',
};
const documentOf = ({ kind, document_id }: PaymentRow) => `${documents[kind]}/${document_id}`;

export function usePaymentColumns(rows: readonly PaymentRow[], withFees = false): Column<PaymentRow>[] {
  const { t } = useTranslation();
  const { branch } = useBranch();
  return [
    {
      id: 'document',
      label: t('reports.payments.col.document'),
      width: `${numberWidth(
        rows.map(({ document_number: number }) => ({ number })),
        16,
      )}px`,
      pinned: true,
      card: 'facts',
      cell: (row) => (
        <Facts
          link={
            <a className="record-name font-medium text-ink" href={documentOf(row)}>
              <Code>{row.document_number}</Code>
            </a>
          }
          beside={formatShort(row.created_at)}
          below={[t(`reports.col.${row.kind}`), nameIn(row, 'payment_method'), branch === null && nameIn(row, 'branch')]}
        />
      ),
      sheet: { value: (row) => row.document_number, kind: 'code' },
    },
    dayColumn('day', t('reports.by.day'), (row) => row.day, { sort: 'day', card: 'none' }),
    momentColumn('created_at', t('reports.payments.col.recorded'), (row) => row.created_at, hiddenAtFirst),
    textColumn('kind', t('reports.by.kind'), (row) => t(`reports.col.${row.kind}`), { width: '170px', card: 'none' }),
    textColumn(
      'party',
      t('reports.payments.col.party'),
      (row) =>
        nameIn(row, 'customer') ||
        nameIn(row, 'supplier') ||
        nameIn(row, 'category') ||
        (salePaymentKinds.some((kind) => kind === row.kind) ? t('sales.walkIn') : ''),
      { card: 'title', minWidth: 170 },
    ),
    textColumn('method', t('reports.by.payment_method'), (row) => nameIn(row, 'payment_method'), { width: '140px', card: 'none' }),
    textColumn('branch', t('reports.by.branch'), (row) => nameIn(row, 'branch'), { shown: branch === null, width: '120px', card: 'none' }),
    textColumn('person', t('reports.payments.col.person'), (row) => nameOf(row.created_by), hiddenAtFirst),
    textColumn('reason', t('reports.payments.col.reason'), (row) => row.reason ?? '', hiddenAtFirst),
    moneyColumn<PaymentRow>('fee', t('reports.col.fees'), (row) => row.fee, { shown: withFees, card: 'none', width: '110px' }),
    moneyColumn<PaymentRow>('amount', t('reports.col.amount'), (row) => row.amount, { sort: 'amount', card: 'end', width: '130px' }),
  ];
}

/** Payments of sales, orders and expenses: the rows behind the figures of the cash flow report. */
export const Component = () => <Payments report={flow} rules={RULES.flow} kinds={paymentKinds} />;

/** Payments of sales and their corrections: the rows behind the figures of the report of payment methods. */
export const SalePayments = () => <Payments report={methods} rules={RULES.methods} kinds={salePaymentKinds} />;

interface PaymentsProps {
  report: Report;
  rules: ListRules;
  kinds: readonly PaymentKind[];
}

function Payments({ report, rules, kinds }: PaymentsProps) {
  const { t } = useTranslation();
  const ofSales = report === methods;
  const can = useCan();
  const { branchIds } = useBranch();
  const list = useListState(rules);
  const { paid, kind, branch: branches, ...keys } = list.state.filters;
  const question: Args<'payment_totals'> = {
    words: list.state.search,
    kinds: [...(kind ?? [])],
    at_branch_ids: [...(branches ?? branchIds)],
    paid: paid?.[0],
    filters: askedFilters(keys),
    of_sales: ofSales,
  };
  const { result, totals } = useSummedRows(list, question, paymentPage, paymentTotals);
  const headingFilters = useHeadingFilters(report);
  const columns = usePaymentColumns(result.rows ?? [], ofSales);
  return (
    <ListPage<PaymentRow>
      name={ofSales ? 'sale-payments' : 'payments'}
      title={t('reports.payments.title')}
      summary={
        totals &&
        t(ofSales ? 'reports.payments.ofSales.summary' : 'reports.payments.summary', {
          amount: formatMoney(totals.amount),
          fees: formatMoney(totals.fee),
          currency: currencyWord(),
        })
      }
      list={list}
      result={result}
      loadErrorTitle={t('reports.payments.loadFailed')}
      columns={columns}
      rowLabel={(row) => row.document_number}
      rowHref={documentOf}
      filters={[
        periodFilter('paid', t('reports.by.day')),
        ...(ofSales ? [{ name: 'kind', label: t('reports.by.kind'), options: choices(kinds, (kind) => t(`reports.col.${kind}`)) }] : []),
        ...headingFilters,
      ]}
      views={kinds.map((value) => ({ name: t(`reports.col.${value}`), query: `kind=${value}`, count: totals?.by_kind[value] }))}
      searchHint={t(ofSales ? 'reports.payments.ofSales.search' : 'reports.payments.search')}
      exported={
        can(report.exportPermission) ? { name: t('reports.payments.title'), rows: (signal) => allPayments(question, signal) } : undefined
      }
      empty={{
        icon: Banknote,
        title: t('reports.payments.empty.title'),
        text: t(ofSales ? 'reports.payments.ofSales.empty' : 'reports.payments.empty.text'),
      }}
    />
  );
}
