import { FLOOR } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { StockLedger } from './stock-ledger.tsx';

export interface Why {
  variantId: string;
  name: string;
  branchId: string;
  /** Null for the shop floor. */
  stockPointId: string | null;
  placeName: string;
  now: number;
}

/** The movements behind a stock level, in a dialog over the current form. */
export function WhyDialog({
  question: { variantId, name, branchId, stockPointId, placeName, now },
  onClose,
}: {
  question: Why;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      size="extra-large"
      onClose={onClose}
      title={t('stock.ledger.why', { n: formatNumber(now) })}
      sub={
        <>
          <bdi>{name}</bdi>
          {t('kit.listComma')}
          <bdi>{placeName}</bdi>
        </>
      }
    >
      <StockLedger scope={{ variantId, branchIds: [branchId], point: stockPointId ?? FLOOR }} onHand={now} />
    </Dialog>
  );
}
