import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { COUNT_CAP } from './list-state.ts';

/** Counts as words of a sentence, in the business's digits. */
export function useCountText() {
  const { t } = useTranslation();
  return {
    number: (value: number) => formatNumber(value),
    /** "10,000+" where the count has stopped. */
    capped: (value: number) =>
      value === COUNT_CAP + 1 ? t('kit.more', { count: COUNT_CAP, shown: formatNumber(COUNT_CAP) }) : formatNumber(value),
    /** Isolated by the text that holds it: a range runs from left to right in Arabic too. */
    range: (first: number, last: number) => (first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`),
  };
}
