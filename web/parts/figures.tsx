import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';

/** An amount; its currency stands once, in the head above it. */
export function Money({ value }: { value: string | number }) {
  return <Figure value={formatMoney(value)} />;
}

/** Pieces. nil: nothing is a pale dash; low: at or below the level where it should be ordered again. */
export function Quantity({ value, nil, low }: { value: string | number; nil?: boolean; low?: boolean }) {
  return <Figure value={formatNumber(value)} nil={nil && !low} tone={low ? 'low' : undefined} />;
}
