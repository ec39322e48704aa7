import { CircleCheck, CircleSlash, ListChecks, Scale, ScanBarcode } from 'lucide-react';
import type { CountStatus as Known } from '@/db/counts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status, type Look } from '@/ui/status.tsx';

const statusLooks: Record<Known, Look> = {
  counting: { tone: 'warn', icon: ScanBarcode },
  comparing: { tone: 'warn', icon: Scale },
  posting: { tone: 'warn', icon: ListChecks },
  posted: { tone: 'ok', icon: CircleCheck },
  cancelled: { tone: 'off', icon: CircleSlash },
};

export function CountStatus({ status, stamp }: { status: Known; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status {...statusLooks[status]} stamp={stamp}>
      {t(`counts.status.${status}`)}
    </Status>
  );
}
