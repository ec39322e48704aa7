import { CircleCheck, Clock, Undo2 } from 'lucide-react';
import type { TransferStatus as StatusName } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status, type Look } from '@/ui/status.tsx';

const statusLooks: Record<StatusName, Look> = {
  pending: { tone: 'warn', icon: Clock },
  approved: { tone: 'ok', icon: CircleCheck },
  reversed: { tone: 'off', icon: Undo2 },
};

export function TransferStatus({ status, stamp }: { status: StatusName; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...statusLooks[status]} stamp={stamp}>
      {t(`transfers.status.${status}`)}
    </Status>
  );
}
