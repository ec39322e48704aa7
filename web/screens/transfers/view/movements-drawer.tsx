import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine, Undo2 } from 'lucide-react';
import type { MovementRow } from '@/db/stock.ts';
import { documentMovements, type TransferRow } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Drawer } from '@/ui/dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { placeName } from '@/parts/place-name.ts';
import { lineName } from '@/parts/variant-name.ts';

interface MovementsDrawerProps {
  transfer: TransferRow;
  /** One line of it, or the whole document. */
  line: { variantId: string; name: string } | null;
  mayLedger: boolean;
  onAll: () => void;
  onClose: () => void;
}

const signs = { transfer_out: ArrowUpFromLine, transfer_in: ArrowDownToLine, reversal: Undo2 } as const;
const iconOf = (kind: string) => signs[kind as keyof typeof signs] ?? ArrowDownToLine;

/** The rows of the ledger that make the figures of this document. */
export function MovementsDrawer({ transfer, line, mayLedger, onAll, onClose }: MovementsDrawerProps) {
  const { t } = useTranslation();
  const found = useQuery(documentMovements(transfer.id, line?.variantId ?? null));
  const rows = found.data?.rows ?? [];
  const first = rows[0];
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('transfers.movements.title', { number: transfer.number })}
      sub={line ? <bdi>{line.name}</bdi> : t('transfers.movements.all')}
      footer={
        (line || mayLedger) && (
          <>
            {line && <Button onClick={onAll}>{t('transfers.movements.all')}</Button>}
            {line && mayLedger && first && (
              <Button href={`/inventory/stock/movements?variant=${line.variantId}`}>{t('transfers.movements.ledger')}</Button>
            )}
          </>
        )
      }
    >
      {found.error && <Banner tone="bad" onRetry={() => void found.refetch()}>{t('transfers.movements.failed')}</Banner>}
      {found.isPending && !found.error && <span role="status"><span className="sr">{t('ui.loading')}</span><Skeleton height="96px" /></span>}
      {found.isSuccess && rows.length === 0 && <EmptyState icon={ArrowDownToLine} title={t('transfers.action.movements')}>{t('transfers.movements.none')}</EmptyState>}
      {rows.length > 0 && (
        <>
          <ul className="tf-moves">
            {rows.map((row) => (
              <Movement key={row.id} row={row} whole={!line} />
            ))}
          </ul>
          <p className="mut">{t('transfers.movements.unseen')}</p>
        </>
      )}
    </Drawer>
  );
}

function Movement({ row, whole }: { row: MovementRow; whole: boolean }) {
  const { t } = useTranslation();
  const quantity = row.quantity ?? 0;
  return (
    <li>
      <span className="st off">
        <Icon of={iconOf(row.kind ?? '')} size={15} />
        {t(`stock.kind.${row.kind}`)}
      </span>
      <span className="who">
        <b><bdi>{placeName(t, row)}</bdi></b>
        {whole && <small><bdi>{lineName(row)}</bdi> · <Code>{row.barcode}</Code></small>}
        <small>{row.at && formatDateTime(row.at)}{row.actor && <> · <bdi>{nameOf(row.actor)}</bdi></>}</small>
      </span>
      <Figure value={`${quantity > 0 ? '+' : ''}${formatNumber(quantity)}`} tone={quantity < 0 ? 'neg' : 'pos'} />
    </li>
  );
}
