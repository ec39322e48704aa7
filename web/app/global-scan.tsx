import { useNavigate } from 'react-router-dom';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useScan } from '@/ui/scan.ts';
import { sound } from '@/ui/sound.ts';
import { toast } from '@/ui/toast.tsx';

/** Opens the record of a code scanned outside any field; an unknown code is put into the search. */
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
