import { useRef, type RefObject } from 'react';
import { useSteady } from '@/parts/lines/use-steady.ts';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';

/** Does it once all that was scanned stands in the form, with the form as it is then; however often it is asked meanwhile, it is done once. */
export function useAfterScans<Args extends unknown[]>(scanner: RefObject<ScannerHandle | null>, does: (...args: Args) => void): (...args: Args) => void {
  const waits = useRef(false);
  const now = useSteady(does);
  return useSteady(async (...args: Args) => {
    if (waits.current) return;
    waits.current = true;
    try {
      await scanner.current?.settled();
    } finally {
      waits.current = false;
    }
    now(...args);
  });
}
