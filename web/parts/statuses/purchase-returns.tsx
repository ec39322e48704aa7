import { Ban, CircleCheck } from 'lucide-react';
import type { ReturnStatus as StatusName } from '@/db/purchase-returns.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status, type Look } from '@/ui/status.tsx';

const statusLooks: Record<StatusName, Look> = {
  returned: { tone: 'ok', icon: CircleCheck },
  voided: { tone: 'off', icon: Ban },
};

export function ReturnStatus({ status, stamp }: { status: StatusName; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...statusLooks[status]} stamp={stamp}>
      {t(`purchaseReturns.status.${status}`)}
    </Status>
  );
}
