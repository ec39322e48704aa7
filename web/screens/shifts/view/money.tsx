import { useQuery } from '@tanstack/react-query';
import { useCan } from '@/db/me.ts';
import { shiftMoves, type CashEntry, type Denomination, type ShiftDetail, type ShiftMethod, type ShiftMove } from '@/db/shifts.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney, minus, sum, times } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { choices } from '@/list/choices.ts';
import type { Column } from '@/list/column.ts';
import { FilterBar } from '@/list/filter-bar.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { Pager } from '@/list/pager.tsx';
import { useRedirectToValidPage, useListState } from '@/list/use-list-state.ts';
import { numberWidth } from '@/parts/document/number-column.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { Section } from '@/ui/section.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { Table } from '@/ui/table.tsx';

const RULES: ListRules = { sort: { by: 'at', descending: false }, sortable: [], filters: ['of'] };
const kinds = ['sale', 'return', 'expense', 'pay_in', 'pay_out', 'other'] as const;
type Shown = (typeof kinds)[number];

/** The account covers cash; movements of other methods are one group. */
const kindOf = ({ is_cash, kind }: ShiftMove): Shown => (is_cash ? kind : 'other');

/** The movements of a shift, oldest first, filtered by the URL. */
export function Moves({ id }: { id: string }) {
  const { t } = useTranslation();
  const list = useListState(RULES);
  const { page, size, filters } = list.state;
  const { data, error, isPlaceholderData: refreshing, refetch } = useQuery(shiftMoves(id));
  const chosen = filters.of ?? [];
  const seesExpenses = useCan()('accounting.expenses.view');
  const filtered = (data ?? []).filter((move) => chosen.length === 0 || chosen.includes(kindOf(move)));
  const shown = filtered.slice((page - 1) * size, page * size);
  useRedirectToValidPage(list, { rows: data && shown, count: data && filtered.length, refreshing });

  const title = t('shifts.moves.title');
  const text = (
    name: 'kind' | 'at' | 'method' | 'person',
    width: string,
    value: (move: ShiftMove) => string,
    more: Partial<Column<ShiftMove>> = {},
  ): Column<ShiftMove> => ({
    id: name,
    label: t(`shifts.moves.${name}`),
    width,
    card: 'sub',
    cell: (move) => (value(move) ? <bdi className="clip">{value(move)}</bdi> : <Nil />),
    ...more,
  });
  const columns: Column<ShiftMove>[] = [
    text('kind', '110px', ({ kind }) => t(`shifts.moves.one.${kind}`), { card: 'title' }),
    text('at', '162px', ({ at }) => formatDateTime(at)),
    {
      id: 'document',
      label: t('shifts.moves.document'),
      minWidth: numberWidth(
        shown.map(({ document_number }) => ({ number: document_number ?? '' })),
        16,
      ),
      card: 'sub',
      cell: ({ document_type, document_id, document_number, note }) => (
        <>
          {document_type !== 'cash_entry' && !document_id && t('shifts.moves.elsewhere')}
          {document_type === 'sale' && document_id && (
            <a className="record-name" href={`/inventory/sales/view/${document_id}`}>
              <Code>{document_number ?? ''}</Code>
            </a>
          )}
          {document_type === 'expense' &&
            document_id &&
            (seesExpenses ? (
              <a className="record-name" href={`/accounting/expenses/view/${document_id}`}>
                <Code>{document_number ?? ''}</Code>
              </a>
            ) : (
              <Code>{document_number ?? ''}</Code>
            ))}
          {note && (
            <bdi className="clip" title={note}>
              {note}
            </bdi>
          )}
        </>
      ),
    },
    text('method', '112px', (move) => nameIn(move, 'payment_method')),
    text('person', '132px', ({ created_by }) => nameOf(created_by)),
    {
      id: 'amount',
      label: t('shifts.moves.amount', { currency: currencyWord() }),
      num: true,
      width: '128px',
      card: 'end',
      cell: ({ amount }) => <Figure value={formatMoney(amount)} />,
      footer: () => <Figure value={formatMoney(sum(filtered.map(({ amount }) => amount)))} />,
    },
  ];
  return (
    <div>
      <div className="tools">
        <FilterBar
          list={list}
          filters={[{ name: 'of', label: t('shifts.moves.kind'), options: choices(kinds, (value) => t(`shifts.moves.${value}`)) }]}
        />
      </div>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonTable columns={columns} rows={6} />}
      {data && filtered.length === 0 && (
        <p className="section muted">{t(data.length === 0 ? 'shifts.moves.none' : 'shifts.moves.noneOf')}</p>
      )}
      {shown.length > 0 && (
        <ListTable
          label={title}
          columns={columns}
          rows={shown}
          rowId={({ row_id, kind }) => `${row_id} ${kind}`}
          rowLabel={({ document_number, note }) => document_number ?? note ?? ''}
          busy={refreshing}
        />
      )}
      {filtered.length > size && <Pager list={list} rowCount={shown.length} count={filtered.length} />}
    </div>
  );
}

/** Offline sales that arrived after the shift was closed: their money is in none of its figures. */
export function LateSales({ sales }: { sales: NonNullable<ShiftDetail['late']> }) {
  const { t } = useTranslation();
  const currency = currencyWord();
  return (
    <Section title={t('shifts.late.title')}>
      <p className="muted">{t('shifts.late.text')}</p>
      <Table
        className="ledger-table"
        rows={sales}
        keyOf={({ id }) => id}
        columns={[
          {
            head: t('shifts.moves.document'),
            cell: ({ id, number }) => (
              <a className="record-name" href={`/inventory/sales/view/${id}`}>
                <Code>{number}</Code>
              </a>
            ),
          },
          { head: t('shifts.moves.at'), cell: ({ sold_at }) => formatDateTime(sold_at) },
          { head: t('shifts.late.arrived'), cell: ({ created_at }) => formatDateTime(created_at) },
          {
            head: t('shifts.late.cash', { currency }),
            num: 'numeric',
            cell: ({ cash }) => <Figure value={formatMoney(cash)} />,
            footer: <Figure value={formatMoney(sum(sales.map(({ cash }) => cash)))} />,
          },
          {
            head: t('shifts.moves.amount', { currency }),
            num: 'numeric',
            cell: ({ total }) => <Figure value={formatMoney(total)} />,
            footer: <Figure value={formatMoney(sum(sales.map(({ total }) => total)))} />,
          },
        ]}
      />
    </Section>
  );
}

/** The entries that the user recorded, for users who may not see more. */
export function Entries({ entries }: { entries: readonly CashEntry[] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <Section title={t('shifts.moves.own')}>
      <Table
        className="ledger-table"
        rows={entries}
        keyOf={({ id }) => id}
        columns={[
          { head: t('shifts.moves.at'), isRowHeader: true, cell: ({ created_at }) => formatDateTime(created_at) },
          { head: t('shifts.moves.kind'), cell: ({ kind }) => t(`shifts.moves.one.${kind}`) },
          { head: t('shifts.moves.reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
          {
            head: t('shifts.moves.amount', { currency: currencyWord() }),
            num: 'numeric',
            cell: ({ kind, amount }) => <Figure value={formatMoney(kind === 'pay_in' ? amount : -amount)} />,
          },
        ]}
      />
    </Section>
  );
}

export function Methods({ methods }: { methods: readonly ShiftMethod[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('shifts.methods.title')}>
      {methods.length === 0 ? (
        <p className="muted">{t('shifts.methods.none')}</p>
      ) : (
        <Table
          className="ledger-table"
          rows={methods}
          keyOf={({ payment_method_id, is_cash }) => `${payment_method_id} ${is_cash}`}
          columns={[
            { head: t('shifts.methods.method'), isRowHeader: true, cell: (row) => <bdi>{nameIn(row, 'payment_method')}</bdi> },
            { head: t('shifts.methods.sales'), num: 'numeric', cell: ({ sales }) => <Figure nil value={formatMoney(sales)} /> },
            {
              head: t('shifts.methods.returns'),
              num: 'numeric',
              cell: ({ returns }) => <Figure nil value={formatMoney(minus(0, returns))} />,
            },
          ]}
        />
      )}
    </Section>
  );
}

export function Pieces({ denominations }: { denominations: readonly Denomination[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('shifts.pieces.title')}>
      <Table
        className="ledger-table"
        rows={denominations}
        keyOf={({ denomination }) => denomination}
        columns={[
          {
            head: t('shifts.paper.denomination'),
            isRowHeader: true,
            cell: ({ denomination }) => <Figure value={formatNumber(denomination)} />,
          },
          { head: t('shifts.close.pieces'), num: 'numeric', cell: ({ count }) => <Figure value={formatNumber(count)} /> },
          {
            head: t('shifts.close.worth', { currency: currencyWord() }),
            num: 'numeric',
            cell: ({ denomination, count }) => <Figure value={formatMoney(times(denomination, count))} />,
          },
        ]}
      />
    </Section>
  );
}
