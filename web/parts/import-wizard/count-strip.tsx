import { useTranslation } from 'react-i18next';
import { Quantity } from '@/ui/figure.tsx';
import type { Report } from './import-calls.ts';

/** What the import does, in numbers, before it is done. */
export function CountStrip({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { products, variants, pieces, problem_rows, unknown } = report;
  const facts = [
    [t('imports.count.create'), products.create, variants.create],
    [t('imports.count.update'), products.update, variants.update],
    [t('imports.count.skip'), products.skip, variants.skip],
  ] as const;
  return (
    <dl className="facts imp-facts">
      {facts.map(([label, count, inside]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Quantity value={count} />
            <small>{t('imports.variants', { count: inside })}</small>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('imports.count.pieces')}</dt>
        <dd>
          <Quantity value={pieces} />
        </dd>
      </div>
      {unknown.length > 0 && (
        <div className="wait">
          <dt>{t('imports.count.names')}</dt>
          <dd>
            <Quantity value={unknown.length} />
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
