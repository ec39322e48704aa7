import { useRef, type RefObject } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { shortList } from '@/parts/variant-picker/lookup-messages.tsx';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';

/** Delays `does` until all scanned, pasted or read codes are in the form, and calls it once with the form's state then, however often
    it is requested. Codes that could not be looked up prevent the call unless `saved`; a toast names them either way. */
export function useAfterScans<Args extends unknown[]>(
  scanner: RefObject<ScannerHandle | null>,
  does: (...args: Args) => void,
  saved = false,
): (...args: Args) => void {
  const { t } = useTranslation();
  const isWaiting = useRef(false);
  const run = useStableCallback(does);
  return useStableCallback(async (...args: Args) => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    let failed: readonly string[] = [];
    try {
      failed = (await scanner.current?.whenIdle()) ?? [];
    } finally {
      isWaiting.current = false;
    }
    if (failed.length > 0)
      toast({
        tone: 'bad',
        text: t(saved ? 'variants.picker.savedWithout' : 'variants.picker.saveWaits', { codes: shortList(t, failed) }),
      });
    if (failed.length === 0 || saved) run(...args);
  });
}
