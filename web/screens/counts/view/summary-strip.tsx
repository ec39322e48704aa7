import type { CountSummary } from '@/db/counts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';

/** The count's sums so far, as far as the user may see them. */
export function SummaryStrip({ summary, sees, currency }: { summary: CountSummary; sees: boolean; currency: string }) {
  const { t } = useTranslation();
  const { over = 0, short = 0, value_over, value_short } = summary;
  return (
    <dl className="facts count-facts">
      <div>
        <dt>{t('counts.fact.lines')}</dt>
        <dd>
          <Figure value={formatNumber(summary.counted)} />
        </dd>
      </div>
      <div>
        <dt>{t('counts.fact.pieces')}</dt>
        <dd>
          <Figure value={formatNumber(summary.pieces)} />
        </dd>
      </div>
      <div>
        <dt>{t('counts.fact.left')}</dt>
        <dd>
          <Figure value={formatNumber(summary.uncounted)} />
        </dd>
      </div>
      {sees && (
        <>
          <div>
            <dt>{t('counts.fact.different')}</dt>
            <dd>
              <Figure value={formatNumber(summary.different ?? 0)} />
            </dd>
          </div>
          <div>
            <dt>{t('counts.fact.over')}</dt>
            <dd>
              <Figure value={`+${formatNumber(over)}`} tone={over ? 'positive' : undefined} nil />
            </dd>
          </div>
          <div>
            <dt>{t('counts.fact.short')}</dt>
            <dd>
              <Figure value={formatNumber(-short)} tone={short ? 'negative' : undefined} nil />
            </dd>
          </div>
          {value_over !== undefined && value_short !== undefined && (
            <div>
              <dt>{t('counts.fact.value', { currency })}</dt>
              <dd>
                <Figure value={formatMoney(sum([value_over, -value_short]))} tone={value_over < value_short ? 'negative' : undefined} />
              </dd>
            </div>
          )}
        </>
      )}
    </dl>
  );
}
