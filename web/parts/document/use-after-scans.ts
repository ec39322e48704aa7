import { useRef, type RefObject } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { shortList } from '@/parts/variant-picker/lookup-messages.tsx';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';

/** Does it once all that was scanned, pasted or read stands in the form, with the form as it is then; however often it is asked meanwhile, it
    is done once. What could not be looked up keeps it from being done; what is saved goes on without it. Either is said. */
export function useAfterScans<Args extends unknown[]>(
  scanner: RefObject<ScannerHandle | null>,
  does: (...args: Args) => void,
  saved = false,
): (...args: Args) => void {
  const { t } = useTranslation();
  const waits = useRef(false);
  const now = useStableCallback(does);
  return useStableCallback(async (...args: Args) => {
    if (waits.current) return;
    waits.current = true;
    let missed: readonly string[] = [];
    try {
      missed = (await scanner.current?.whenIdle()) ?? [];
    } finally {
      waits.current = false;
    }
    if (missed.length > 0)
      toast({
        tone: 'bad',
        text: t(saved ? 'variants.picker.savedWithout' : 'variants.picker.saveWaits', { codes: shortList(t, missed) }),
      });
    if (missed.length === 0 || saved) now(...args);
  });
}
