import { useNavigate } from 'react-router-dom';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useScan } from '@/ui/scan.ts';
import { sound } from '@/ui/sound.ts';
import { toast } from '@/ui/toast.tsx';

/** A scan outside any field opens what carries that code; a code nobody knows goes into the search, to be looked at. */
export function GlobalScan({ onUnknown }: { onUnknown: (code: string) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useScan((code) => {
    const open = async () => {
      const { findRecords } = await import('./palette-hits.ts');
      const hit = (await findRecords(code, AbortSignal.timeout(10_000))).find(({ exact }) => exact);
      sound(hit !== undefined);
      if (hit) return void navigate(hit.href);
      onUnknown(code);
    };
    open().catch((error: unknown) => {
      sound(false);
      toast({ tone: 'bad', text: errorText(t, error) });
    });
  });
  return null;
}
