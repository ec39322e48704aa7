import { CircleCheck, Clock, Hourglass, Lock, LockOpen, TrendingDown, TrendingUp } from 'lucide-react';
import type { ShiftResult as ResultName, ShiftRow } from '@/db/shifts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status, type Look } from '@/ui/status.tsx';

const results: Record<ResultName, Look> = {
  balanced: { tone: 'ok', icon: CircleCheck },
  overage: { tone: 'warn', icon: TrendingUp },
  shortage: { tone: 'bad', icon: TrendingDown },
};

export function ShiftResult({ result, stamp }: { result: ResultName; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...results[result]} stamp={stamp}>
      {t(`shifts.result.${result}`)}
    </Status>
  );
}

/** The status of a shift; one that is open too long is highlighted. */
export function ShiftStatus({ shift: { status, overdue }, stamp }: { shift: Pick<ShiftRow, 'status' | 'overdue'>; stamp?: boolean }) {
  const { t } = useTranslation();
  if (overdue)
    return (
      <Status tone="bad" icon={Clock} stamp={stamp}>
        {t('shifts.status.overdue')}
      </Status>
    );
  return (
    <Status {...(status === 'open' ? { tone: 'ok' as const, icon: LockOpen } : { tone: 'off' as const, icon: Lock })} stamp={stamp}>
      {t(`shifts.status.${status}`)}
    </Status>
  );
}

export function ToApprove({ stamp }: { stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status tone="warn" icon={Hourglass} stamp={stamp}>
      {t('shifts.toApprove')}
    </Status>
  );
}
