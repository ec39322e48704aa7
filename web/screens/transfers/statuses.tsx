import { CircleCheck, Clock, Undo2 } from 'lucide-react';
import type { TransferStatus as StatusName } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { LucideIcon } from '@/ui/icon.tsx';
import { Stamp, Status, type Tone } from '@/ui/status.tsx';

const looks: Record<StatusName, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: 'warn', icon: Clock },
  approved: { tone: 'ok', icon: CircleCheck },
  reversed: { tone: 'off', icon: Undo2 },
};

export function TransferStatus({ status, stamp }: { status: StatusName; stamp?: boolean }) {
  const { t } = useTranslation();
  const look = looks[status];
  const Shape = stamp ? Stamp : Status;
  return (
    <Shape tone={look.tone} icon={look.icon}>
      {t(`transfers.status.${status}`)}
    </Shape>
  );
}
