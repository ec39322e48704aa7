import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { COUNT_CAP } from './list-state.ts';

/** Counts as text, in the business's digits. */
export function useCountText() {
  const { t } = useTranslation();
  return {
    number: (value: number) => formatNumber(value),
    /** "10,000+" where counting stopped. */
    capped: (value: number) =>
      value === COUNT_CAP + 1 ? t('kit.more', { count: COUNT_CAP, shown: formatNumber(COUNT_CAP) }) : formatNumber(value),
    /** Must be isolated by the surrounding text: a range is left to right in Arabic too. */
    range: (first: number, last: number) => (first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`),
  };
}
