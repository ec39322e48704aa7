import { useTranslation } from 'react-i18next';
import { FLOOR } from '@/db/stock.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { StockLedger } from '@/parts/stock-ledger/stock-ledger.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { Place } from './places.ts';

export interface Why {
  variantId: string;
  name: string;
  place: Place;
  placeName: string;
  now: number;
}

interface WhyDialogProps {
  why: Why;
  onClose: () => void;
}

/** The movements behind the stock at one end, without leaving what is being composed. */
export function WhyDialog({ why: { variantId, name, place, placeName, now }, onClose }: WhyDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open size="xl" onClose={onClose} title={t('stock.ledger.why', { n: formatNumber(now) })} sub={<bdi>{t('transfers.place.of', { branch: name, point: placeName })}</bdi>}>
      <StockLedger scope={{ variantId, branchIds: place.branchId ? [place.branchId] : [], point: place.stockPointId ?? FLOOR }} onHand={now} />
    </Dialog>
  );
}
