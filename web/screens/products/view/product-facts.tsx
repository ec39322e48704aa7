import type { ProductRecord } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';

/** A product's key facts in one line; the pieces link to their movements. */
export function ProductFacts({ record, variants, total }: { record: ProductRecord; variants: number; total: number | undefined }) {
  const { t } = useTranslation();
  const code = record.designer_id ?? (record.variants.length === 1 ? record.variants[0]?.sku : undefined);
  return (
    <>
      {code && <bdi className="number">{code}</bdi>}
      {code && t('kit.listComma')}
      {t('products.nVariants', { count: variants })}
      {record.average_cost && (
        <>
          {t('kit.listComma')}
          {t('products.form.average', { cost: [...new Set(record.average_cost.map(formatMoney))].join(' – ') })}
        </>
      )}
      {total !== undefined && (
        <>
          {t('kit.listComma')}
          <a className="link" href={`/inventory/stock/movements?product=${record.id}`}>
            {t('products.form.onHand', { n: formatNumber(total) })}
          </a>
        </>
      )}
    </>
  );
}
