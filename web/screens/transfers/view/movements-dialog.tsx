import { documentKey } from '@/db/stock.ts';
import type { TransferRow } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { StockLedger } from '@/parts/stock-ledger/stock-ledger.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

interface MovementsDialogProps {
  transfer: TransferRow;
  /** One line, or null for the whole document. */
  line: { variantId: string; name: string } | null;
  onAll: () => void;
  onClose: () => void;
}

/** The ledger rows behind the figures of this transfer. */
export function MovementsDialog({ transfer, line, onAll, onClose }: MovementsDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      size="extra-large"
      onClose={onClose}
      title={t('transfers.movements.title', { number: transfer.number })}
      sub={line ? <bdi>{line.name}</bdi> : t('transfers.movements.all')}
      footer={
        line && (
          <>
            <Button onClick={onAll}>{t('transfers.movements.all')}</Button>
            <Button href={`/inventory/stock/movements?variant=${line.variantId}`}>{t('transfers.movements.ledger')}</Button>
          </>
        )
      }
    >
      {transfer.approved_at === null ? (
        <p className="muted">{t('transfers.movements.none')}</p>
      ) : (
        <>
          <StockLedger
            scope={{
              variantId: line?.variantId,
              branchIds: [],
              documents: [documentKey({ document_type: 'transfer', document_id: transfer.id })],
            }}
          />
          <p className="muted">{t('transfers.movements.unseen')}</p>
        </>
      )}
    </Dialog>
  );
}
