import { ArrowLeftRight, Ban, CircleCheck, Receipt, Undo2 } from 'lucide-react';
import type { SaleRow, SaleStatus as StatusName, SaleType as TypeName } from '@/db/sales.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Status, type Look } from '@/ui/status.tsx';

const types: Record<TypeName, Look> = {
  sale: { tone: 'off', icon: Receipt },
  return: { tone: 'warn', icon: Undo2 },
  exchange: { tone: 'warn', icon: ArrowLeftRight },
};

export function SaleType({ type, stamp }: { type: TypeName; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...types[type]} stamp={stamp}>
      {t(`sales.type.${type}`)}
    </Status>
  );
}

const statuses: Record<StatusName, Look> = { completed: { tone: 'ok', icon: CircleCheck }, voided: { tone: 'bad', icon: Ban } };

export function SaleStatus({ status, stamp }: { status: StatusName; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...statuses[status]} stamp={stamp}>
      {t(`sales.status.${status}`)}
    </Status>
  );
}

/** The payment status, or that the sale is voided. */
export const PaymentBadge = ({ sale: { payment_status }, stamp }: { sale: Pick<SaleRow, 'payment_status'>; stamp?: boolean }) =>
  payment_status ? <PaymentStatus status={payment_status} stamp={stamp} /> : <SaleStatus status="voided" stamp={stamp} />;
