import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { Figure, Quantity } from '@/ui/figure.tsx';
import type { Kind } from './field-list.ts';
import { countsOf, type Report } from './import-calls.ts';

/** The import's effects in numbers, before it is applied. */
export function CountStrip({ kind, report }: { kind: Kind; report: Report }) {
  const { t } = useTranslation();
  const { variants, lines, pieces, returned, amount, paid, problem_rows, unknown_count } = report;
  const counts = countsOf(kind, report);
  const facts = [
    [t('imports.count.create', { context: kind }), counts.create, variants?.create],
    // An import never changes recorded sales or expenses.
    ...(kind === 'sales' || kind === 'expenses'
      ? []
      : [[t('imports.count.update', { context: kind }), counts.update, variants?.update] as const]),
    [t('imports.count.skip'), counts.skip, variants?.skip],
  ] as const;
  return (
    <dl className="facts import-facts">
      {facts.map(([label, count, inside]) => (
        <Fact key={label} label={label} more={inside !== undefined && t('imports.variants', { count: inside })}>
          <Quantity value={count} />
        </Fact>
      ))}
      {pieces !== undefined && (
        <Fact label={t('imports.count.pieces', { context: kind })} more={lines !== undefined && t('imports.lines', { count: lines })}>
          <Quantity value={pieces} />
        </Fact>
      )}
      {returned ? (
        <Fact label={t('imports.count.returned')}>
          <Quantity value={returned} />
        </Fact>
      ) : null}
      {amount !== undefined && (
        <Fact label={t('imports.count.amount', { currency: currencyWord() })}>
          <Figure value={formatMoney(amount)} />
        </Fact>
      )}
      {paid !== undefined && (
        <Fact label={t('imports.count.paid', { currency: currencyWord() })}>
          <Figure value={formatMoney(paid)} />
        </Fact>
      )}
      {unknown_count > 0 && (
        <Fact tone="new" label={t('imports.count.names')}>
          <Quantity value={unknown_count} />
        </Fact>
      )}
      <Fact tone={problem_rows > 0 && 'bad'} label={t('imports.count.problems')}>
        <Quantity value={problem_rows} />
      </Fact>
    </dl>
  );
}

function Fact({
  label,
  tone,
  more,
  children,
}: {
  label: string;
  tone?: 'new' | 'bad' | false;
  more?: string | false;
  children: ReactNode;
}) {
  return (
    <div className={tone || undefined}>
      <dt>{label}</dt>
      <dd>
        {children}
        {more && <small>{more}</small>}
      </dd>
    </div>
  );
}
