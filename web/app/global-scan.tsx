import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { errorText } from '@/db/errors.ts';
import { useScan } from '@/ui/scan.ts';
import { toast } from '@/ui/toast.tsx';
import { searches } from './registry.ts';

/** A scan outside any field opens what carries that code; a code nobody knows goes into the search, to be looked at. */
export function GlobalScan({ onUnknown }: { onUnknown: (code: string) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  useScan((code) => {
    const open = async () => {
      for (const { permission, find } of searches) {
        if (!can(permission)) continue;
        const hit = (await find(code, AbortSignal.timeout(10_000))).find((one) => one.code === code);
        if (hit) return void navigate(hit.href);
      }
      onUnknown(code);
    };
    open().catch((error: unknown) => toast({ tone: 'bad', text: errorText(t, error) }));
  });
  return null;
}
