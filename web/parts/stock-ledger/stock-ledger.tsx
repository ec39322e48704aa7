import { useInfiniteQuery } from '@tanstack/react-query';
import { movementsIn, type MovementRow, type MovementScope } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { documentAddress } from '@/parts/document/address.ts';
import { placeName } from '@/parts/place-name.ts';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { Table } from '@/ui/table.tsx';
import { variantLabel, variantName } from '@/parts/variant-name.ts';
import { runningBalances } from './running-balance.ts';
import './stock-ledger.css';

interface StockLedgerProps {
  scope: MovementScope;
  /** Current stock in this scope; absent where there is no single balance, as for all products. */
  onHand?: number;
}

/** Explains a stock level: each movement with the balance after it, newest first. */
export function StockLedger({ scope, onHand }: StockLedgerProps) {
  const { t } = useTranslation();
  const moves = useInfiniteQuery(movementsIn(scope));
  const rows = moves.data?.pages.flat() ?? [];
  const balances =
    onHand === undefined
      ? undefined
      : runningBalances(
          onHand,
          rows.map((row) => row.quantity),
        );
  const several = !scope.variantId;
  const ofOne = scope.productIds?.length === 1;
  if (moves.error && !moves.data) return <LoadFailed error={moves.error} onRetry={() => void moves.refetch()} />;
  if (moves.isPending) return <SkeletonTable columns={6} rows={8} />;
  if (rows.length === 0) return <p className="section muted">{t('stock.ledger.empty')}</p>;
  return (
    <div className="ledger" aria-busy={moves.isFetching}>
      <Table
        className="data-table cards moves"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: t('stock.ledger.column.at'), width: 'col-at', className: 'card-sub', cell: (row) => <bdi>{formatDateTime(row.at)}</bdi> },
          {
            head: t('stock.ledger.column.kind'),
            width: 'col-source',
            className: 'card-title two-lines',
            cell: (row) => (
              <>
                <span className="font-medium text-ink">{t(`stock.kind.${row.kind}`)}</span>
                {row.reason && <span className="muted"> · {t(`stock.reason.${row.reason}`)}</span>}
                <small>
                  <Document row={row} />
                </small>
              </>
            ),
          },
          several && {
            head: t(ofOne ? 'stock.ledger.column.variant' : 'lines.product'),
            className: 'card-sub',
            cell: (row) => (
              <>
                {row.color_value && <Swatch color={row.color_value} square />}{' '}
                <bdi className={ofOne && !variantLabel(row) ? 'only-phone' : undefined}>
                  {(ofOne && variantLabel(row)) || variantName(row) || row.sku}
                </bdi>
              </>
            ),
          },
          { head: t('stock.ledger.column.place'), className: 'card-sub', cell: (row) => <bdi>{placeName(t, row)}</bdi> },
          {
            head: t('stock.ledger.column.actor'),
            width: 'col-who',
            className: 'card-sub muted',
            cell: (row) => <bdi className="clip">{nameOf(row.actor)}</bdi>,
          },
          {
            head: t('stock.ledger.column.quantity'),
            cardLabel: t('stock.ledger.column.quantity'),
            width: 'col-number',
            num: 'numeric figure-column figure-edge',
            className: 'card-figure',
            cell: ({ quantity }) => (
              <Figure value={`${quantity > 0 ? '+' : ''}${formatNumber(quantity)}`} tone={quantity > 0 ? 'positive' : 'negative'} />
            ),
          },
          balances !== undefined && {
            head: t('stock.ledger.column.balance'),
            cardLabel: t('stock.ledger.column.balance'),
            width: 'col-number',
            num: 'numeric figure-column',
            className: 'card-figure',
            cell: (_, at) => <Figure value={formatNumber(balances[at] ?? 0)} />,
          },
        ]}
      />
      <p className="more-rows">
        {moves.hasNextPage ? (
          <Button busy={moves.isFetchingNextPage} onClick={() => void moves.fetchNextPage()}>
            {t('stock.ledger.older')}
          </Button>
        ) : (
          <span className="muted">{t('stock.ledger.start')}</span>
        )}
      </p>
    </div>
  );
}

function Document({ row }: { row: MovementRow }) {
  const link = documentAddress(row);
  const number = <bdi className="number">{row.document_number}</bdi>;
  return (
    <>
      {link && row.document_number ? (
        <a className="link" href={link}>
          {number}
        </a>
      ) : (
        number
      )}
      {row.note && <bdi className="muted"> · {row.note}</bdi>}
    </>
  );
}
