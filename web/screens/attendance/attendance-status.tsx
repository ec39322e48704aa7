import { Ban, Check, CircleDot, Pencil, TimerOff } from 'lucide-react';
import type { AttendanceState } from '@/db/attendance.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status, type Look } from '@/ui/status.tsx';

const statusLooks: Record<AttendanceState, Look> = {
  open: { tone: 'ok', icon: CircleDot },
  closed: { tone: 'off', icon: Check },
  forgotten: { tone: 'warn', icon: TimerOff },
  corrected: { tone: 'off', icon: Pencil },
  voided: { tone: 'off', icon: Ban },
};

export function AttendanceStatus({ state }: { state: AttendanceState }) {
  const { t } = useTranslation();
  return <Status {...statusLooks[state]}>{t(`attendance.state.${state}`)}</Status>;
}
