import { useQuery } from '@tanstack/react-query';
import { BookOpenText, Download, Hash } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { allExpenses } from '@/db/expenses.ts';
import { accounts as order, journalAccounts, type AccountRow, type JournalAccounts } from '@/db/journal.ts';
import { useCan, useMe } from '@/db/me.ts';
import { allPayments } from '@/db/payments.ts';
import { allReturns } from '@/db/purchase-returns.ts';
import { allPurchases } from '@/db/purchases.ts';
import { queryClient } from '@/db/query.ts';
import { allOfReport, reportOf, type ReportAnswer } from '@/db/reports.ts';
import { allSales } from '@/db/sales.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { download } from '@/lib/download.ts';
import { newId } from '@/lib/id.ts';
import { formatMoney, minus, type Amount } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { fileNameOf } from '@/lib/save-sheet.ts';
import type { Column } from '@/list/column.ts';
import { codeColumn } from '@/list/columns.tsx';
import { sheetColumns } from '@/list/export-menu.tsx';
import { FilterBar } from '@/list/filter-bar.tsx';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { useExpenseColumns } from '@/parts/lists/expense-columns.tsx';
import { useReturnColumns } from '@/parts/lists/purchase-return-columns.tsx';
import { usePurchaseColumns } from '@/parts/lists/purchase-columns.tsx';
import { useSaleColumns } from '@/parts/lists/sale-columns.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { toast } from '@/ui/toast.tsx';
import { usePaymentColumns } from '../payment-list.tsx';
import { reportColumns } from '../report-columns.tsx';
import { reports, type Report } from '../reports.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { accountKey, accountName, daysOf, rangeOf } from './names.ts';
import type { Sheet } from './bundle.ts';
import { useJournal } from './use-journal.ts';

interface Days {
  from: string;
  to: string;
}

const reportNamed = (name: Report['name']) => reports.find((report) => report.name === name)!;

/** What the accountant needs of a period: the journal by account, and everything as files in one ZIP. */
export function Component() {
  const translation = useTranslation();
  const { t } = translation;
  const { list, filters, question, place } = useJournal();
  const { data: answer, error, isPlaceholderData: refreshing, refetch } = useQuery(journalAccounts(question));
  const [naming, setNaming] = useState(false);
  const all = [...(answer?.rows ?? [])].sort((a, b) => order.indexOf(a.account) - order.indexOf(b.account));
  const rows = all.filter(({ debit, credit }) => debit !== 0 || credit !== 0);
  const unnamed = rows.filter(({ code }) => code === null).length;
  const { from, to } = answer ? rangeOf(answer) : {};
  const { busy, make } = useBundle(question);
  const hrefOf = (row: AccountRow) => {
    const params = new URLSearchParams({ period: question.period, account: row.account, ...(row.key && { key: row.key }) });
    for (const id of list.state.filters.branch ?? []) params.append('branch', id);
    return `/reports/accountant/account?${params.toString()}`;
  };
  const total = (value: Amount) => () => <Figure value={formatMoney(value)} />;
  const columns: Column<AccountRow>[] = [
    {
      id: 'account',
      label: t('reports.journal.col.account'),
      pinned: true,
      card: 'title',
      minWidth: 260,
      cell: (row) => (
        <a className="record-name font-medium text-ink" href={hrefOf(row)}>
          <bdi>{accountName(translation, row)}</bdi>
        </a>
      ),
    },
    codeColumn('code', t('reports.journal.col.code'), (row) => row.code, { width: '180px' }),
    moneyColumn('debit', t('reports.journal.col.debit'), (row) => row.debit, {
      width: '150px',
      card: 'none',
      footer: total(answer?.debit ?? 0),
    }),
    moneyColumn('credit', t('reports.journal.col.credit'), (row) => row.credit, {
      width: '150px',
      card: 'none',
      footer: total(answer?.credit ?? 0),
    }),
    moneyColumn('balance', t('reports.journal.col.balance'), (row) => Number(minus(row.debit, row.credit)), {
      width: '150px',
      card: 'end',
      footer: total(minus(answer?.debit ?? 0, answer?.credit ?? 0)),
    }),
  ];
  return (
    <>
      <PageHead
        title={t('reports.question.accountant')}
        tab={t('reports.accountant.title')}
        sub={daysOf(translation, answer, place)}
        actions={
          answer &&
          rows.length > 0 && (
            <>
              <Button variant="quiet" icon={Hash} onClick={() => setNaming(true)}>
                {t('reports.accountant.codes')}
              </Button>
              <Button
                variant="primary"
                icon={Download}
                busy={busy || refreshing}
                onClick={() => void make({ from: from!, to: to! }, [t('reports.accountant.title'), place, from, to].join(' '))}
              >
                {t('reports.accountant.download')}
              </Button>
            </>
          )
        }
      />
      <div className="tools flex-wrap">
        <FilterBar list={list} filters={filters} />
      </div>
      <div className="scroll report" aria-busy={refreshing}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!answer && !error && <SkeletonTable columns={columns} rows={12} />}
        {answer && rows.length === 0 && (
          <EmptyState icon={BookOpenText} title={t('reports.empty.title')}>
            {t('reports.empty.text')}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <>
            <div className="section muted">
              <p className="max-w-[90ch]">{t('reports.accountant.text')}</p>
              {unnamed > 0 && <p>{t('reports.accountant.unnamed', { count: unnamed, shown: formatNumber(unnamed) })}</p>}
            </div>
            <ListTable
              label={t('reports.accountant.title')}
              columns={columns}
              rows={rows}
              rowId={accountKey}
              rowLabel={(row) => accountName(translation, row)}
              rowHref={hrefOf}
              sort={list.state.sort}
              onSort={() => undefined}
              busy={refreshing}
            />
          </>
        )}
      </div>
      {naming && <CodesDialog rows={all} onClose={() => setNaming(false)} />}
    </>
  );
}

/** Makes the ZIP and downloads it; its toast shows the progress and can cancel it. */
function useBundle(question: ReturnType<typeof useJournal>['question']) {
  const { at_branch_ids } = question;
  const translation = useTranslation();
  const { t } = translation;
  const can = useCan();
  const { branches } = useMe();
  const [busy, setBusy] = useState(false);
  const columns = {
    sales: sheetColumns(useSaleColumns([])),
    purchases: sheetColumns(usePurchaseColumns([])),
    returns: sheetColumns(useReturnColumns([])),
    expenses: sheetColumns(useExpenseColumns([])),
    payments: sheetColumns(usePaymentColumns([])),
  };
  const sheets = async (accounts: JournalAccounts, { from, to }: Days) => {
    const { journalSheets, sheetOf } = await import('./bundle.ts');
    const period = `${from}..${to}`;
    const told = (name: Report['name'], answer?: ReportAnswer) => {
      const report = reportNamed(name);
      const asked = { period, heading: report.headings[0] };
      return sheetColumns(reportColumns({ translation, report, answer, asked, can }));
    };
    const tax = await queryClient.fetchQuery(reportOf('tax', { at_branch_ids, period }));
    const made: (Sheet | false)[] = [
      ...journalSheets({ translation, branches, at_branch_ids, accounts }),
      can('accounting.sales.export') &&
        sheetOf(translation, 'sales', columns.sales, (signal) => allSales({ at_branch_ids, sold: period }, signal)),
      can('purchasing.orders.export') &&
        sheetOf(translation, 'purchases', columns.purchases, (signal) => allPurchases({ at_branch_ids, ordered: period }, signal)),
      can('purchasing.orders.export') &&
        sheetOf(translation, 'returns', columns.returns, (signal) => allReturns({ at_branch_ids, returned: period }, signal)),
      can('accounting.expenses.export') &&
        sheetOf(translation, 'expenses', columns.expenses, (signal) => allExpenses({ at_branch_ids, spent: period }, signal)),
      sheetOf(translation, 'payments', columns.payments, (signal) => allPayments({ at_branch_ids, paid: period }, signal)),
      sheetOf(translation, 'tax', told('tax', tax), () => [tax.rows]),
      can('reports.stock.view') &&
        can('reports.stock.export') &&
        sheetOf(translation, 'stock', told('stock'), async function* (signal) {
          yield await allOfReport('stock', { at_branch_ids, on_day: to, group_by: 'product' }, signal);
        }),
    ];
    // The read-me names those that are in it.
    return made.filter((sheet) => sheet !== false);
  };
  const make = async (days: Days, title: string) => {
    setBusy(true);
    const abort = new AbortController();
    const toastId = newId();
    try {
      // Not those on screen: an account may have been added since.
      const made = await sheets(await queryClient.fetchQuery({ ...journalAccounts(question), staleTime: 0 }), days);
      const { makeBundle } = await import('./bundle.ts');
      const file = await makeBundle(translation, title, made, abort.signal, (done) =>
        toast(
          {
            text: t('reports.accountant.making', { done: formatNumber(done + 1), all: formatNumber(made.length) }),
            stays: true,
            action: { label: t('ui.cancelProgress'), run: () => abort.abort() },
          },
          toastId,
        ),
      );
      download(file, `${fileNameOf(title)}.zip`);
      toast({ text: t('kit.exported'), tone: 'ok' }, toastId);
    } catch (failure) {
      if (!abort.signal.aborted) toast({ text: t('kit.exportFailed', { why: errorText(t, failure) }), tone: 'bad' }, toastId);
    } finally {
      setBusy(false);
    }
  };
  return { busy, make };
}
