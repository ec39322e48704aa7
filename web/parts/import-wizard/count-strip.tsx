import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { Figure, Quantity } from '@/ui/figure.tsx';
import type { Kind } from './field-list.ts';
import { countsOf, type Report } from './import-calls.ts';

/** What the import does, in numbers, before it is done. */
export function CountStrip({ kind, report }: { kind: Kind; report: Report }) {
  const { t } = useTranslation();
  const { variants, lines, pieces, amount, problem_rows, unknown_count } = report;
  const counts = countsOf(kind, report);
  const facts = [
    [t('imports.count.create', { context: kind }), counts.create, variants?.create],
    [t('imports.count.update', { context: kind }), counts.update, variants?.update],
    [t('imports.count.skip'), counts.skip, variants?.skip],
  ] as const;
  return (
    <dl className="facts imp-facts">
      {facts.map(([label, count, inside]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Quantity value={count} />
            {inside !== undefined && <small>{t('imports.variants', { count: inside })}</small>}
          </dd>
        </div>
      ))}
      {pieces !== undefined && (
        <div>
          <dt>{t('imports.count.pieces', { context: kind })}</dt>
          <dd>
            <Quantity value={pieces} />
            {lines !== undefined && <small>{t('imports.lines', { count: lines })}</small>}
          </dd>
        </div>
      )}
      {amount !== undefined && (
        <div>
          <dt>{t('imports.count.amount', { currency: currencyWord() })}</dt>
          <dd>
            <Figure value={formatMoney(amount)} />
          </dd>
        </div>
      )}
      {unknown_count > 0 && (
        <div className="new">
          <dt>{t('imports.count.names')}</dt>
          <dd>
            <Quantity value={unknown_count} />
          </dd>
        </div>
      )}
      <div className={problem_rows > 0 ? 'bad' : undefined}>
        <dt>{t('imports.count.problems')}</dt>
        <dd>
          <Quantity value={problem_rows} />
        </dd>
      </div>
    </dl>
  );
}
