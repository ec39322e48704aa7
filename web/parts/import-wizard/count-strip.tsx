import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { Facts } from '@/ui/facts.tsx';
import { Figure, Quantity } from '@/ui/figure.tsx';
import type { Kind } from './field-list.ts';
import { countsOf, type Report } from './import-calls.ts';

/** The import's effects in numbers, before it is applied. */
export function CountStrip({ kind, report }: { kind: Kind; report: Report }) {
  const { t } = useTranslation();
  const { variants, lines, pieces, returned, amount, paid, problem_rows, unknown_count } = report;
  const counts = countsOf(kind, report);
  const quantity = (label: string, count: number, more?: string | false, tone?: 'new' | 'bad' | false) =>
    [
      label,
      <>
        <Quantity value={count} />
        {more && <small>{more}</small>}
      </>,
      tone || undefined,
    ] as const;
  const records = (label: string, count: number, inside?: number) =>
    quantity(label, count, inside !== undefined && t('imports.variants', { count: inside }));
  const currency = currencyWord();
  return (
    <Facts
      className="import-facts"
      facts={[
        records(t('imports.count.create', { context: kind }), counts.create, variants?.create),
        // An import never changes recorded sales or expenses.
        kind !== 'sales' && kind !== 'expenses' && records(t('imports.count.update', { context: kind }), counts.update, variants?.update),
        records(t('imports.count.skip'), counts.skip, variants?.skip),
        pieces !== undefined &&
          quantity(t('imports.count.pieces', { context: kind }), pieces, lines !== undefined && t('imports.lines', { count: lines })),
        !!returned && quantity(t('imports.count.returned'), returned),
        amount !== undefined && [t('imports.count.amount', { currency, context: kind }), <Figure value={formatMoney(amount)} />],
        paid !== undefined && [t('imports.count.paid', { currency }), <Figure value={formatMoney(paid)} />],
        unknown_count > 0 && quantity(t('imports.count.names'), unknown_count, false, 'new'),
        quantity(t('imports.count.problems'), problem_rows, false, problem_rows > 0 && 'bad'),
      ]}
    />
  );
}
