import { Ban, PauseCircle, Play } from 'lucide-react';
import { heldSales, type HeldRow } from '@/db/held-sales.ts';
import { useBranch } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefName } from '@/kit/ref-name.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import type { Column, Filter } from '@/list/column.ts';
import { codeColumn, countColumn, momentColumn, textColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import { moneyColumn } from '@/list/money-column.tsx';
import { usePagedRows } from '@/list/use-list-rows.ts';
import type { List } from '@/list/use-list-state.ts';
import type { SavedView } from '@/list/view-tabs.tsx';
import { Nil } from '@/ui/figure.tsx';
import { Status } from '@/ui/status.tsx';

interface HeldListProps {
  list: List;
  views: readonly SavedView[];
  filters: Filter[];
}

const counterOf = (row: HeldRow) => `/accounting/sales/add?branch=${row.branch_id}&held=${row.id}`;

/** Sales that were not made: held at a counter, or made offline, refused and discarded. */
export function HeldList({ list, views, filters }: HeldListProps) {
  const { t } = useTranslation();
  const { branches, branchIds } = useBranch();
  const { state } = list;
  const listedBranchIds = state.filters.branch ? [...state.filters.branch] : branchIds;
  const result = usePagedRows(state, ({ search, page, size }) => heldSales(listedBranchIds, { search, page, size }));
  const name = (row: HeldRow) => row.label ?? formatDateTime(row.created_at);
  const branch = (row: HeldRow) => {
    const found = branches.find(({ id }) => id === row.branch_id);
    return found ? nameOf(found) : '–';
  };
  const columns: Column<HeldRow>[] = [
    {
      id: 'label',
      label: t('counter.hold.label'),
      cell: (row) =>
        row.discard_reason === null ? (
          <a className="record-name" href={counterOf(row)}>
            <bdi>{name(row)}</bdi>
          </a>
        ) : (
          <bdi>{name(row)}</bdi>
        ),
      card: 'title',
      sheet: { value: name, kind: 'text' },
    },
    momentColumn('at', t('sales.held.at'), (row) => row.created_at),
    { id: 'by', label: t('sales.held.by'), width: '150px', cell: (row) => <RefName table="profiles" id={row.created_by} />, card: 'sub' },
    textColumn('branch', t('sales.col.branch'), branch, { width: '150px' }),
    codeColumn('till', t('sales.col.till'), (row) => row.till, { width: '90px' }),
    countColumn('lines', t('sales.col.lines'), (row) => row.lines),
    moneyColumn('total', t('sales.col.total', { currency: currencyWord() }), (row) => row.total, {
      nil: false,
      width: '120px',
      card: 'end',
      footer: undefined,
    }),
    {
      id: 'reason',
      label: t('sales.held.discarded'),
      width: '220px',
      cell: (row) =>
        row.discard_reason ? (
          <Status tone="bad" icon={Ban}>
            <bdi className="clip">{row.discard_reason}</bdi>
          </Status>
        ) : (
          <Nil />
        ),
      card: 'status',
      sheet: { value: (row) => row.discard_reason, kind: 'text' },
    },
  ];
  return (
    <ListPage<HeldRow>
      name="held-sales"
      title={t('sales.title')}
      summary={t('sales.held.text')}
      list={list}
      result={result}
      columns={columns}
      rowLabel={name}
      rowHref={(row) => (row.discard_reason === null ? counterOf(row) : undefined)}
      rowMenu={(row) => (row.discard_reason === null ? [{ label: t('counter.held.resume'), icon: Play, href: counterOf(row) }] : [])}
      searchHint={t('sales.held.search')}
      filters={filters.filter(({ name: filter }) => filter === 'branch')}
      views={views}
      add={{ label: t('sales.action.new'), href: '/accounting/sales/add' }}
      empty={{ icon: PauseCircle, title: t('sales.held.empty'), text: t('sales.held.text') }}
    />
  );
}
