import { CircleCheck, CircleSlash, ListChecks, Scale, ScanBarcode } from 'lucide-react';
import type { CountStatus as Known } from '@/db/counts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { LucideIcon } from '@/ui/icon.tsx';
import { Stamp, Status, type Tone } from '@/ui/status.tsx';

const looks: Record<Known, { tone: Tone; icon: LucideIcon }> = {
  counting: { tone: 'warn', icon: ScanBarcode },
  comparing: { tone: 'warn', icon: Scale },
  posting: { tone: 'warn', icon: ListChecks },
  posted: { tone: 'ok', icon: CircleCheck },
  cancelled: { tone: 'off', icon: CircleSlash },
};

export function CountStatus({ status, stamp }: { status: Known; stamp?: boolean }) {
  const { t } = useTranslation();
  const Shape = stamp ? Stamp : Status;
  return <Shape tone={looks[status].tone} icon={looks[status].icon}>{t(`counts.status.${status}`)}</Shape>;
}
