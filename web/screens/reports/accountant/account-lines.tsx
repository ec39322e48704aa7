import { useQuery } from '@tanstack/react-query';
import { BookOpenText } from 'lucide-react';
import { journalAccounts, linesOfAccount, type JournalLine } from '@/db/journal.ts';
import { useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatShort } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { dayColumn, textColumn } from '@/list/columns.tsx';
import { FilterBar } from '@/list/filter-bar.tsx';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { documentAddress } from '@/parts/document/address.ts';
import { Facts, numberWidth } from '@/parts/document/number-column.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { accountName, contactName, daysOf, taxName } from './names.ts';
import { useJournal } from './use-journal.ts';

/** Undefined where the user may not view the document. */
const hrefOf = ({ document_id, ...line }: JournalLine) => (document_id ? documentAddress({ ...line, document_id }) : undefined);

/** The lines of one account of the journal, which open their documents. */
export function Component() {
  const translation = useTranslation();
  const { t } = translation;
  const { branches } = useMe();
  const { list, filters, question, place } = useJournal();
  const { account: [account] = [], key: [key] = [] } = list.state.filters;
  const { data: accounts } = useQuery(journalAccounts(question));
  const { data, error, isPlaceholderData: refreshing, refetch } = useQuery(linesOfAccount({ ...question, account, key }));
  const row = accounts?.rows.find((one) => one.account === account && one.key === (key ?? null));
  const branchOf = new Map(branches.map((branch) => [branch.id, nameOf(branch)]));
  const columns: Column<JournalLine>[] = [
    {
      id: 'document',
      label: t('reports.journal.col.number'),
      width: `${numberWidth(
        (data?.rows ?? []).map(({ document_number: number }) => ({ number: number ?? '' })),
        16,
      )}px`,
      pinned: true,
      card: 'facts',
      cell: (line) => (
        <Facts
          link={
            hrefOf(line) ? (
              <a className="record-name font-medium text-ink" href={hrefOf(line)}>
                <Code>{line.document_number}</Code>
              </a>
            ) : (
              <Nil />
            )
          }
          beside={formatShort(line.day)}
          below={[t(`reports.journal.col.${line.amount > 0 ? 'debit' : 'credit'}`), contactName(line), taxName(translation, line)]}
        />
      ),
    },
    dayColumn('day', t('reports.journal.col.day'), (line) => line.day, { card: 'none' }),
    textColumn('type', t('reports.journal.col.document'), (line) => t(`reports.journal.document.${line.document_type}`), {
      width: '170px',
      card: 'title',
    }),
    textColumn('contact', t('reports.journal.col.contact'), (line) => contactName(line), { card: 'none', minWidth: 170 }),
    textColumn('branch', t('reports.by.branch'), (line) => branchOf.get(line.branch_id) ?? '', { width: '120px', card: 'none' }),
    textColumn('tax', t('reports.journal.col.tax'), (line) => taxName(translation, line), { width: '120px', card: 'none' }),
    moneyColumn('debit', t('reports.journal.col.debit'), (line) => Math.max(line.amount, 0), {
      width: '130px',
      card: 'end',
      footer: () => <Figure value={formatMoney(data?.debit ?? 0)} />,
    }),
    moneyColumn('credit', t('reports.journal.col.credit'), (line) => Math.max(-line.amount, 0), {
      width: '130px',
      card: 'end',
      footer: () => <Figure value={formatMoney(data?.credit ?? 0)} />,
    }),
  ];
  return (
    <>
      <PageHead title={row ? accountName(translation, row) : t('reports.journal.col.account')} sub={daysOf(translation, accounts, place)} />
      <div className="tools flex-wrap">
        <FilterBar list={list} filters={filters} />
      </div>
      <div className="scroll report" aria-busy={refreshing}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonTable columns={columns} rows={12} />}
        {data?.rows.length === 0 && (
          <EmptyState icon={BookOpenText} title={t('reports.empty.title')}>
            {t('reports.empty.text')}
          </EmptyState>
        )}
        {data && data.rows.length > 0 && (
          <ListTable
            label={row ? accountName(translation, row) : t('reports.journal.col.account')}
            columns={columns}
            rows={data.rows}
            rowId={({ id }) => String(id)}
            rowLabel={(line) => line.document_number ?? t(`reports.journal.document.${line.document_type}`)}
            rowHref={hrefOf}
            sort={list.state.sort}
            onSort={() => undefined}
            busy={refreshing}
          />
        )}
        {data && data.count > data.rows.length && (
          <p className="section muted">
            {t('reports.journal.firstOf', { shown: formatNumber(data.rows.length), all: formatNumber(data.count) })}
          </p>
        )}
      </div>
    </>
  );
}
