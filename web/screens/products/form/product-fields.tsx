import type { Control } from 'react-hook-form';
import { useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RecordField } from '@/kit/record-field.tsx';
import type { TypedRecord } from '@/kit/schema.ts';
import { formatMoney, minus, percentOf } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { settings } from '@/lib/settings.ts';
import { FieldGrid } from '@/ui/field.tsx';
import { Figure } from '@/ui/figure.tsx';
import { productFields, type ProductValues } from './product-values.ts';

interface ProductFieldsProps {
  control: Control<TypedRecord>;
  values: ProductValues;
  readOnly: boolean;
  mayPrice: boolean;
}

/** The form's fields for names, prices and description. */
export function ProductFields({ control, values, readOnly, mayPrice }: ProductFieldsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const fields = productFields(settings().decimals);
  const seesCosts = can('inventory.costs.view');
  const field = (name: keyof typeof fields, disabled = readOnly, hint?: string) => (
    <RecordField name={name} field={fields[name]} label={t(`products.fields.${name}`)} control={control} disabled={disabled} hint={hint} />
  );
  return (
    <section className="section grid gap-3.5" aria-label={t('products.form.details')}>
      <FieldGrid>
        {field('name')}
        {field('name_ar')}
      </FieldGrid>
      <div className="prices grid grid-cols-2 gap-x-4 gap-y-3.5 lg:grid-cols-4">
        {field('price', readOnly || !mayPrice, readOnly || mayPrice ? undefined : t('products.form.priceLocked'))}
        {seesCosts && field('purchase_price')}
        {field('max_discount')}
        {seesCosts && <Margin price={values.price} cost={values.purchase_price} />}
      </div>
      {field('description')}
    </section>
  );
}

/** The margin as an amount, and as a percentage of the price. */
function Margin({ price, cost }: { price: string; cost: string }) {
  const { t } = useTranslation();
  const [sold, paid] = [readDecimal(price), readDecimal(cost)];
  const margin = sold !== null && paid !== null ? minus(sold, paid) : null;
  const part = margin !== null && sold !== null ? percentOf(margin, sold) : null;
  return (
    <div className="field">
      <span className="label">{t('products.form.margin')}</span>
      <output className="margin">
        {margin === null ? (
          <span className="absent">–</span>
        ) : (
          <Figure value={formatMoney(margin)} tone={margin.startsWith('-') ? 'negative' : 'emphasis'} />
        )}
        {part !== null && <bdi className="number muted">{`${formatNumber(part, { min: 1 })}%`}</bdi>}
      </output>
    </div>
  );
}
