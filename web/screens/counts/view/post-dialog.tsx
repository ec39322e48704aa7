import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { postCount, type CountRow, type CountSummary } from '@/db/counts.ts';
import { asAppError, errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { shortagesOf } from '@/parts/document/shortages.ts';
import { variantName } from '@/parts/variant-name.ts';
import { Figure } from '@/ui/figure.tsx';
import { Progress } from '@/ui/progress.tsx';

const changes = ['stock_counts', 'stock_levels', 'stock_movements'] as const;

/** Asks before posting, with the consequence in numbers, and how to treat uncounted goods. */
export function PostDialog({
  count,
  summary,
  currency,
  onClose,
}: {
  count: CountRow;
  summary: CountSummary;
  currency: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const name = useId();
  // A partly posted count continues with its initial choice.
  const isPartlyPosted = count.status === 'posting';
  const [uncounted, setUncounted] = useState<'leave' | 'zero'>(count.uncounted === 'zero' ? 'zero' : 'leave');
  const [part, setPart] = useState<{ posted: number; lines: number } | null>(null);
  const short = uncounted === 'zero' ? (summary.short ?? 0) + (summary.uncounted_pieces ?? 0) : (summary.short ?? 0);
  const lines = (summary.different ?? 0) + (uncounted === 'zero' ? summary.uncounted : 0);

  const explain = (error: unknown) => {
    const refusal = asAppError(error);
    const shortLines = shortagesOf(refusal);
    if (shortLines.length === 0) return errorText(t, refusal);
    return (
      <>
        <p>{t('counts.post.left')}</p>
        <ul>
          {shortLines.slice(0, 6).map((line) => (
            <li key={line.variant_id}>
              <bdi>{variantName(line)}</bdi>
              {': '}
              {t('stock.problem.short', { needs: formatNumber(line.needs), has: formatNumber(line.has ?? 0) })}
            </li>
          ))}
        </ul>
      </>
    );
  };
  return (
    <ActionDialog
      // Posted in parts; those before a refused one stay posted.
      run={() => postCount(count, uncounted, (posted, of) => setPart({ posted, lines: of }))}
      changes={changes}
      onDone={({ number }) => t('counts.post.done', { number })}
      onClose={onClose}
      title={t('counts.post.title')}
      number={count.number}
      irreversible
      icon={Check}
      confirm={lines === 0 ? t('counts.post.confirmNone') : t('counts.post.confirm', { count: lines })}
      explain={explain}
    >
      <table className="ledger-table">
        <tbody>
          <tr>
            <td>{t('counts.post.over')}</td>
            <td className="numeric positive">
              <Figure value={`+${formatNumber(summary.over ?? 0)}`} nil />
            </td>
            {summary.value_over !== undefined && (
              <td className="numeric">
                <Figure value={formatMoney(summary.value_over)} unit={currency} />
              </td>
            )}
          </tr>
          <tr>
            <td>{t('counts.post.short')}</td>
            <td className="numeric negative">
              <Figure value={formatNumber(-short)} nil />
            </td>
            {summary.value_short !== undefined && (
              <td className="numeric">
                {uncounted === 'zero' && summary.uncounted > 0 ? (
                  <span className="muted">–</span>
                ) : (
                  <Figure value={formatMoney(-summary.value_short)} unit={currency} />
                )}
              </td>
            )}
          </tr>
          <tr className="sum-line">
            <td>{t('counts.post.net')}</td>
            <td className="numeric">
              <Figure value={formatNumber((summary.over ?? 0) - short)} />
            </td>
            {summary.value_over !== undefined && <td />}
          </tr>
        </tbody>
      </table>
      {part && (
        <Progress
          label={t('counts.post.part', { posted: formatNumber(part.posted), lines: formatNumber(part.lines) })}
          value={part.posted / part.lines}
        />
      )}
      {summary.uncounted > 0 && !isPartlyPosted && (
        <fieldset className="count-choice">
          <legend>{t('counts.post.uncounted', { count: summary.uncounted })}</legend>
          {(['leave', 'zero'] as const).map((value) => (
            <label key={value} className="choice">
              <input type="radio" name={name} checked={uncounted === value} onChange={() => setUncounted(value)} />
              <span>{t(`counts.post.${value}`, { pieces: formatNumber(summary.uncounted_pieces ?? 0) })}</span>
            </label>
          ))}
        </fieldset>
      )}
    </ActionDialog>
  );
}
