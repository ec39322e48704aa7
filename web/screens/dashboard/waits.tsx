import type { ReactNode } from 'react';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime, timeAgo } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { productName, variantName } from '@/parts/variant-name.ts';
import type { Overview } from './overview.ts';

interface ColumnProps {
  title: string;
  count?: number;
  href: string;
  emptyText: string;
  children: ReactNode[];
}

export function Column({ title, count, href, emptyText, children }: ColumnProps) {
  const { t } = useTranslation();
  return (
    <section className="wait">
      <div className="mb-1.5 flex flex-wrap items-center gap-x-2">
        <h2>{title}</h2>
        {count !== undefined && <bdi className="number text-ink-3">{formatNumber(count)}</bdi>}
        <a className="link ms-auto text-sm whitespace-nowrap" href={href} aria-label={`${t('dashboard.seeAll')}: ${title}`}>
          {t('dashboard.seeAll')}
        </a>
      </div>
      {children.length > 0 ? (
        <ul className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0">{children}</ul>
      ) : (
        <p className="muted">{emptyText}</p>
      )}
    </section>
  );
}

interface LineProps {
  href: string;
  name: string;
  note: ReactNode;
  figure: ReactNode;
  when?: string;
}

export function Line({ href, name, note, figure, when }: LineProps) {
  return (
    <li className="col-span-full grid grid-cols-subgrid gap-x-3 gap-y-0 border-b border-rule py-[7px] leading-[1.45] last:border-b-0">
      <a className="min-w-0 font-medium wrap-anywhere text-ink hover:text-accent" href={href}>
        <bdi>{name}</bdi>
      </a>
      <span className="text-end font-high text-ink [direction:ltr]">{figure}</span>
      <span className="min-w-0 text-sm text-ink-3">{note}</span>
      <span className="text-end text-sm whitespace-nowrap text-ink-3 rtl:text-start">{when}</span>
    </li>
  );
}

export function TransfersWaiting({ transfers, count }: { transfers: NonNullable<Overview['transfers']>; count: number }) {
  const { t } = useTranslation();
  const fromTo = (transfer: (typeof transfers)[number]) => {
    const [from, to] = [nameIn(transfer, 'from_branch'), nameIn(transfer, 'to_branch')];
    // Within a branch, to or from one of its stock points.
    return from === to ? t('dashboard.within', { branch: from }) : t('dashboard.fromTo', { from, to });
  };
  return (
    <Column
      title={t('dashboard.transfers')}
      count={count}
      href="/inventory/stockpoints/transactions?status=pending"
      emptyText={t('dashboard.noTransfers')}
    >
      {transfers.map((transfer) => (
        <Line
          key={transfer.id}
          href={`/inventory/transactions/view/${transfer.id}`}
          name={fromTo(transfer)}
          note={<bdi className="number">{transfer.number}</bdi>}
          figure={formatNumber(transfer.pieces)}
          when={timeAgo(transfer.created_at)}
        />
      ))}
    </Column>
  );
}

export function OpenShifts({ shifts, count }: { shifts: NonNullable<Overview['shifts']>; count: number }) {
  const { t } = useTranslation();
  return (
    <Column title={t('dashboard.shifts')} count={count} href="/reports/shifts?status=open" emptyText={t('dashboard.noShifts')}>
      {shifts.map((shift) => (
        <Line
          key={shift.id}
          href={`/reports/shifts/view/${shift.id}`}
          name={nameOf(shift.opened_by)}
          note={<bdi>{nameIn(shift, 'branch')}</bdi>}
          figure={<bdi className="number muted">{formatTime(shift.opened_at)}</bdi>}
          when={shift.overdue ? t('dashboard.shiftOverdue') : timeAgo(shift.opened_at)}
        />
      ))}
    </Column>
  );
}

export function LowStock({ rows, count }: { rows: NonNullable<Overview['low_stock']>; count: number }) {
  const { t } = useTranslation();
  return (
    <Column title={t('dashboard.low')} count={count} href="/inventory/stock?view=low" emptyText={t('dashboard.noLow')}>
      {rows.map((row) => (
        <Line
          key={`${row.product_id} ${row.branch}`}
          href={`/inventory/products/edit/${row.product_id}`}
          name={productName(row)}
          note={<bdi>{nameIn(row, 'branch')}</bdi>}
          figure={
            <a
              className="warning hover:text-accent"
              href={`/inventory/stock/movements?product=${row.product_id}&branch=${row.branch_id}`}
              aria-label={t('dashboard.whyLow', { n: formatNumber(row.quantity), name: productName(row), branch: nameIn(row, 'branch') })}
            >
              {formatNumber(row.quantity)}
            </a>
          }
        />
      ))}
    </Column>
  );
}

export function Movements({ rows }: { rows: NonNullable<Overview['movements']> }) {
  const { t } = useTranslation();
  return (
    <Column title={t('dashboard.movements')} href="/inventory/stock/movements" emptyText={t('dashboard.noMovements')}>
      {rows.map((row) => (
        <Line
          key={row.id}
          href={`/inventory/stock/movements?product=${row.product_id}&variant=${row.variant_id}`}
          name={variantName(row)}
          note={
            <>
              {t(`stock.kind.${row.kind}`)}
              {' · '}
              <bdi>{nameIn(row, 'branch')}</bdi>
            </>
          }
          figure={
            <span className={row.quantity < 0 ? 'negative' : 'positive'}>
              {row.quantity > 0 ? `+${formatNumber(row.quantity)}` : formatNumber(row.quantity)}
            </span>
          }
          when={timeAgo(row.at)}
        />
      ))}
    </Column>
  );
}
