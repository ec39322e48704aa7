import { useTranslation } from '@/i18n/use-translation.ts';
import type { FormBase } from '@/kit/use-saved-form.ts';
import { useVariantNames } from '../use-variant-names.ts';
import type { ProductValues } from './product-values.ts';
import { changesBetween, type VariantDraft } from './variant-set.ts';

/** The save bar's summary: changed fields by name, and the number of variants, or a single one's name. */
export function useProductChangeSummary(agreed: FormBase<ProductValues>, values: ProductValues, changed: readonly string[]): string {
  const { t, i18n } = useTranslation();
  const variantName = useVariantNames();
  if (agreed.version === 0) return t('products.changes.draft');
  const list = new Intl.ListFormat(i18n.language);
  const fields = changed.filter((field) => field !== 'variants').map((field) => t(`products.fields.${field as keyof ProductValues}`));
  const variants = changesBetween(agreed.base.variants, values.variants);
  const parts = (kind: Exclude<keyof typeof variants, 'photos'>): string[] => {
    const of: readonly VariantDraft[] = variants[kind];
    const [only] = of;
    if (!only) return [];
    const words = t(`products.changes.${kind}`, { count: of.length });
    const name = of.length === 1 ? variantName(only) : '';
    return [name ? `${words}${t('kit.listComma')}${name}` : words];
  };
  return [
    ...(fields.length ? [t('products.changes.fields', { names: list.format(fields) })] : []),
    ...parts('prices'),
    ...parts('codes'),
    ...parts('added'),
    ...parts('removed'),
    ...parts('states'),
    ...(variants.photos.length ? [t('products.changes.photos')] : []),
  ].join(' · ');
}
