import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useBranch, useCan } from '@/db/me.ts';
import type { AccountStatement } from '@/db/statements.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, today as dayOf } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import type { Column } from '@/list/column.ts';
import { ExportMenu } from '@/list/export-menu.tsx';
import { FilterBar } from '@/list/filter-bar.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { Pager } from '@/list/pager.tsx';
import { periodDays, type PeriodDays } from '@/list/period-days.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useRedirectToValidPage, useListState } from '@/list/use-list-state.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { Button } from '@/ui/button.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { TabPanel } from '@/ui/tabs.tsx';
import { charged, details, paid, statementPaper, statementRows, totalOf, type Party, type StatementRow } from './statement-paper.ts';
import './account.css';

const RULES: ListRules = { sort: { by: 'id', descending: false }, sortable: [], filters: ['days'] };

const documentOf = ({ purchase_order_id: order, purchase_return_id: returned, sale_id }: StatementRow) =>
  order ? `/purchase/orders/${order}` : returned ? `/purchase/returns/${returned}` : sale_id && `/inventory/sales/view/${sale_id}`;

interface StatementProps {
  party: Party;
  statementOf: (days: PeriodDays) => UseQueryOptions<AccountStatement>;
  exportPermission: PermissionName;
}

/** The entries of a period, oldest first, with the balance after each. */
export function Statement({ party, statementOf, exportPermission }: StatementProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { branch, branches } = useBranch();
  const list = useListState(RULES);
  const { page, size, filters } = list.state;
  const today = dayOf(branch?.time_zone, branch?.day_start);
  const days = periodDays(filters.days?.[0], today);
  const { data: statement, error, isPlaceholderData: refreshing, refetch } = useQuery(statementOf(days));
  const { printing, print } = usePaper(() => statementPaper(t, { party, statement: statement!, days, today, branches }));
  const rows = statement ? statementRows(statement, days) : [];
  const shown = rows.slice((page - 1) * size, page * size);
  useRedirectToValidPage(list, { rows: statement && shown, count: statement && rows.length, refreshing });

  const title = t('account.statement.title');
  const text = (
    id: string,
    label: string,
    value: (row: StatementRow) => string,
    width: string,
    more: Partial<Column<StatementRow>> = {},
  ): Column<StatementRow> => ({
    id,
    label,
    width,
    card: 'sub',
    cell: (row) => <bdi>{value(row)}</bdi>,
    sheet: { value, kind: 'text' },
    ...more,
  });
  const money = (id: string, label: string, value: (row: StatementRow) => number | null, foot: string): Column<StatementRow> => ({
    id,
    label,
    num: true,
    width: '124px',
    card: 'figure',
    sheet: { value, kind: 'money' },
    footer: () => <Figure value={foot} />,
    cell: (row) => (value(row) === null ? <Nil /> : <Figure value={formatMoney(value(row) ?? 0)} />),
  });
  const columns: Column<StatementRow>[] = [
    text('day', t('account.statement.day'), (row) => formatDate(row.day), '152px', { sheet: { value: ({ day }) => day, kind: 'text' } }),
    text('kind', t('account.statement.entry'), (row) => t(`account.statement.kind.${row.kind}`), '190px', {
      card: 'title',
      footer: () => t('account.statement.closing', { currency: currencyWord() }),
    }),
    text('number', t('account.statement.number'), ({ number }) => number, '210px', {
      cell: (row) =>
        documentOf(row) && (
          <a className="record-name" href={documentOf(row)}>
            <Code>{row.number}</Code>
          </a>
        ),
      sheet: { value: ({ number }) => number, kind: 'code' },
    }),
    text('details', t('account.statement.details'), details, '', { minWidth: 130 }),
    text('branch', t('account.statement.branch'), (row) => nameIn(row, 'branch'), '118px'),
    money('charged', t(`account.statement.charged.${party.side}`), charged, totalOf(rows, charged)),
    money('paid', t('account.statement.paid'), paid, totalOf(rows, paid)),
    money('owed', t('account.statement.owed', { currency: currencyWord() }), ({ owed }) => owed, formatMoney(statement?.closing ?? 0)),
  ];
  return (
    <>
      <div className="tools">
        <FilterBar list={list} filters={[periodFilter('days', t('account.statement.period'))]} />
        {rows.length > 0 && (
          <span className="inline-group ms-auto">
            {can(exportPermission) && (
              <ExportMenu
                exported={{
                  name: `${title} ${nameOf(party)}`,
                  rows: async function* () {
                    yield rows;
                  },
                  sort: list.state.sort,
                }}
                columns={columns}
              />
            )}
            <Button icon={Download} busy={printing !== null} onClick={() => void print('statement')}>
              {t('account.statement.pdf')}
            </Button>
          </span>
        )}
      </div>
      <TabPanel id="statement" className="scroll">
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!statement && !error && <SkeletonTable columns={columns} rows={8} />}
        {statement && rows.length === 0 && <p className="section muted">{t('account.statement.empty')}</p>}
        {rows.length > 0 && (
          <ListTable
            label={title}
            columns={columns}
            rows={shown}
            rowId={({ id }) => String(id)}
            rowLabel={({ number }) => number}
            rowHref={documentOf}
            busy={refreshing}
            className="statement"
          />
        )}
      </TabPanel>
      {rows.length > 0 && <Pager list={list} rowCount={shown.length} count={rows.length} />}
    </>
  );
}
