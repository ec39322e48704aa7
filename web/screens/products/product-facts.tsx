import type { ProductRecord } from '@/db/products.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';

/** One line of what there is of a product; the pieces open what makes them. */
export function ProductFacts({ record, variants, total }: { record: ProductRecord; variants: number; total: number | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {record.designer_id && <bdi className="n">{record.designer_id}</bdi>}
      {record.designer_id && t('kit.listComma')}
      {t('products.nVariants', { count: variants })}
      {total !== undefined && (
        <>
          {t('kit.listComma')}
          <a className="link" href={`/inventory/stock/movements?product=${record.id}`}>{t('products.form.onHand', { n: formatNumber(total) })}</a>
        </>
      )}
    </>
  );
}
