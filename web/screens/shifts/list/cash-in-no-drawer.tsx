import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Args } from '@/db/calls.ts';
import { cashInNoDrawer, type LoosePayment } from '@/db/shifts.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { ListTable } from '@/list/list-table.tsx';
import { numberWidth } from '@/parts/document/number-column.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';

type Scope = Pick<Args<'cash_in_no_drawer'>, 'at_branch_ids' | 'days'>;

/** The sum of the cash that is in no drawer, where there is any; it opens its payments. */
export function CashInNoDrawer({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const loose = useQuery(cashInNoDrawer({ ...scope, page_size: 1 })).data;
  if (!open && !loose?.count) return null;
  return (
    <>
      {' · '}
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('shifts.loose.figure', { amount: formatMoney(loose?.total ?? 0) })}
      </button>
      {open && <Payments scope={scope} onClose={() => setOpen(false)} />}
    </>
  );
}

function Payments({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData: refreshing, refetch } = useQuery(cashInNoDrawer(scope));
  const rows = data?.rows ?? [];
  const text = (id: string, label: string, width: string, value: (row: LoosePayment) => string): Column<LoosePayment> => ({
    id,
    label,
    width,
    card: 'sub',
    cell: (row) => (value(row) ? <bdi className="clip">{value(row)}</bdi> : <Nil />),
  });
  const columns: Column<LoosePayment>[] = [
    {
      id: 'document',
      label: t('shifts.moves.document'),
      minWidth: numberWidth(
        rows.map(({ number }) => ({ number: number ?? '' })),
        16,
      ),
      card: 'title',
      cell: ({ sale_id, number, late }) => (
        <>
          {sale_id ? (
            <a className="record-name" href={`/inventory/sales/view/${sale_id}`}>
              <Code>{number ?? ''}</Code>
            </a>
          ) : (
            t('shifts.moves.elsewhere')
          )}
          {late && <span className="muted block text-sm">{t('shifts.loose.late')}</span>}
        </>
      ),
    },
    text('at', t('shifts.moves.at'), '162px', ({ at }) => formatDateTime(at)),
    text('branch', t('shifts.loose.branch'), '132px', (row) => nameIn(row, 'branch')),
    text('till', t('shifts.loose.till'), '96px', ({ till }) => till ?? ''),
    text('method', t('shifts.moves.method'), '112px', (row) => nameIn(row, 'payment_method')),
    text('person', t('shifts.moves.person'), '148px', ({ created_by }) => nameOf(created_by)),
    {
      id: 'amount',
      label: t('shifts.moves.amount', { currency: currencyWord() }),
      num: true,
      width: '128px',
      card: 'end',
      cell: ({ amount }) => <Figure value={formatMoney(amount)} />,
      footer: () => <Figure value={formatMoney(data?.total ?? 0)} />,
    },
  ];
  return (
    <Dialog size="extra-large" onClose={onClose} title={t('shifts.loose.title')} sub={t('shifts.loose.text')}>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonTable columns={columns} rows={4} />}
      {rows.length > 0 && (
        <ListTable
          label={t('shifts.loose.title')}
          columns={columns}
          rows={rows}
          rowId={({ payment_id }) => payment_id}
          rowLabel={({ number }) => number ?? t('shifts.moves.elsewhere')}
          busy={refreshing}
        />
      )}
      {data && rows.length < data.count && (
        <p className="muted">{t('shifts.loose.first', { shown: formatNumber(rows.length), count: data.count })}</p>
      )}
    </Dialog>
  );
}
