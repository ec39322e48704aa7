import { ArrowLeftRight, Ban, BookOpen, CircleCheck, Receipt, Undo2 } from 'lucide-react';
import type { SaleRow, SaleStatus as StatusName, SaleType as TypeName } from '@/db/sales.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Status, type Look } from '@/ui/status.tsx';

const types: Record<TypeName, Look> = {
  sale: { tone: 'off', icon: Receipt },
  return: { tone: 'warn', icon: Undo2 },
  exchange: { tone: 'warn', icon: ArrowLeftRight },
  opening: { tone: 'off', icon: BookOpen },
};

export function SaleType({ type, stamp }: { type: TypeName; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...types[type]} stamp={stamp}>
      {t(`sales.type.${type}`)}
    </Status>
  );
}

const statuses: Record<StatusName, Look> = {
  completed: { tone: 'ok', icon: CircleCheck },
  opening: { tone: 'off', icon: BookOpen },
  voided: { tone: 'bad', icon: Ban },
};

/** The status in words: a sale and an opening balance have different genders in Arabic. */
export const saleStatusName = ({ type, status }: Pick<SaleRow, 'type' | 'status'>) =>
  type === 'opening' && status === 'voided' ? 'openingVoided' : status;

export function SaleStatus({ sale, stamp }: { sale: Pick<SaleRow, 'type' | 'status'>; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...statuses[sale.status]} stamp={stamp}>
      {t(`sales.status.${saleStatusName(sale)}`)}
    </Status>
  );
}

/** The payment status, or that the sale is voided. */
export const PaymentBadge = ({ sale, stamp }: { sale: Pick<SaleRow, 'type' | 'status' | 'payment_status'>; stamp?: boolean }) =>
  sale.payment_status ? <PaymentStatus status={sale.payment_status} stamp={stamp} /> : <SaleStatus sale={sale} stamp={stamp} />;
