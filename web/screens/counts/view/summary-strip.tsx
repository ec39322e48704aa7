import type { CountSummary } from '@/db/counts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Facts } from '@/ui/facts.tsx';
import { Figure } from '@/ui/figure.tsx';

/** The count's sums so far, as far as the user may see them. */
export function SummaryStrip({ summary, sees, currency }: { summary: CountSummary; sees: boolean; currency: string }) {
  const { t } = useTranslation();
  const { over = 0, short = 0, value_over, value_short } = summary;
  return (
    <Facts
      className="count-facts"
      facts={[
        [t('counts.fact.lines'), <Figure value={formatNumber(summary.counted)} />],
        [t('counts.fact.pieces'), <Figure value={formatNumber(summary.pieces)} />],
        [t('counts.fact.left'), <Figure value={formatNumber(summary.uncounted)} />],
        sees && [t('counts.fact.different'), <Figure value={formatNumber(summary.different ?? 0)} />],
        sees && [t('counts.fact.over'), <Figure value={`+${formatNumber(over)}`} tone={over ? 'positive' : undefined} nil />],
        sees && [t('counts.fact.short'), <Figure value={formatNumber(-short)} tone={short ? 'negative' : undefined} nil />],
        sees &&
          value_over !== undefined &&
          value_short !== undefined && [
            t('counts.fact.value', { currency }),
            <Figure value={formatMoney(sum([value_over, -value_short]))} tone={value_over < value_short ? 'negative' : undefined} />,
          ],
      ]}
    />
  );
}
