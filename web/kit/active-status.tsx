import { Ban, CircleCheck } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Status } from '@/ui/status.tsx';

export function ActiveStatus({ active, stamp }: { active: boolean; stamp?: boolean }) {
  const { t } = useTranslation();
  return (
    <Status tone={active ? 'ok' : 'off'} icon={active ? CircleCheck : Ban} stamp={stamp}>
      {t(active ? 'kit.active' : 'kit.inactive')}
    </Status>
  );
}
