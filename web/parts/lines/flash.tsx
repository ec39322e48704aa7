import { formatNumber } from '@/lib/numerals.ts';
import { FromAfter } from '@/ui/figure.tsx';

/** "7 → 8", for a moment over the figure that a scan has changed. */
export function Flash({ before, after }: { before: string | null | undefined; after: string }) {
  if (!before) return null;
  return <span className="ln-flash" aria-hidden="true"><FromAfter from={formatNumber(before)} after={formatNumber(after)} /></span>;
}
