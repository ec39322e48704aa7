import { Copy, Lock } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { FieldCell } from '@/kit/cells.tsx';
import type { AnyField } from '@/kit/fields.ts';
import { RecordNotices } from '@/kit/record-notices.tsx';
import { formatMoney } from '@/lib/money.ts';
import { settings } from '@/lib/settings.ts';
import { Note } from '@/ui/banner.tsx';
import { useVariantNames } from '../use-variant-names.ts';
import { type ProductValues, chooseValue, productFields, variantOfField } from './product-values.ts';
import type { useProductForm } from './use-product-form.ts';
import type { VariantDraft } from './variant-set.ts';

interface FormNoticesProps {
  product: ReturnType<typeof useProductForm>;
  /** The product that this one is copied from. */
  from?: string;
  restored: boolean;
  readOnly: boolean;
  onDiscard: () => void;
}

/** Messages about a product's form as a whole; each variant is one field. */
export function FormNotices({ product, from, restored, readOnly, onDiscard }: FormNoticesProps) {
  const { t } = useTranslation();
  const variantName = useVariantNames();
  const { values, set } = product;
  const fields: Partial<Record<string, AnyField>> = productFields(settings().decimals);
  const label = (field: string) => {
    const id = variantOfField(field);
    if (id === undefined) return t(`products.fields.${field as keyof ProductValues}`);
    const variant = [...values.variants, ...product.agreed.base.variants].find((candidate) => candidate.id === id);
    return variant ? variantName(variant) : t('products.fields.variants');
  };
  const shown = (field: string, value: unknown) => {
    const known = fields[field];
    if (known) return <FieldCell name={field} field={known} value={value} />;
    if (variantOfField(field) === undefined) return typeof value === 'string' ? <bdi>{value}</bdi> : null;
    if (typeof value !== 'string' || value === '') return <span className="absent">–</span>;
    const variant = JSON.parse(value) as VariantDraft;
    return <bdi>{[variant.price && formatMoney(variant.price), variant.sku, variant.barcode].filter(Boolean).join(' · ')}</bdi>;
  };
  const holds = (field: string, theirs: unknown): boolean => {
    const id = variantOfField(field);
    if (id === undefined) return values[field as 'name'] === theirs;
    const ownVariant = values.variants.find((variant) => variant.id === id);
    return (ownVariant ? JSON.stringify({ ...ownVariant, saved: true }) : '') === theirs;
  };
  return (
    <div className="notices section">
      {readOnly && <Note icon={Lock}>{t('products.form.readOnly')}</Note>}
      {from && <Note icon={Copy}>{t('products.form.copyOf', { name: from })}</Note>}
      <RecordNotices
        record={product}
        restored={restored}
        onDiscard={onDiscard}
        label={label}
        value={shown}
        isTheirs={({ field, theirs }) => holds(field, theirs)}
        onChoose={({ field }, value) => set(chooseValue(values, field, value))}
      />
    </div>
  );
}
