import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/db/me.ts';
import { RecordField, type TypedRecord } from '@/kit/record-field.tsx';
import { priceInGroup } from '@/lib/money.ts';
import { formatNumber, readDecimal } from '@/lib/numerals.ts';
import { settings } from '@/lib/settings.ts';
import { Money } from '@/parts/figures.tsx';
import { ImageField } from '@/parts/image/image-field.tsx';
import { useReader } from '@/parts/reader.ts';
import { Switch } from '@/ui/switch.tsx';
import { priceGroupsOf } from './product-questions.ts';
import { productFields, type ProductValues } from './product-values.ts';

interface ProductAsideProps {
  control: Control<TypedRecord>;
  productId: string;
  values: ProductValues;
  set: (next: Partial<ProductValues>) => void;
  readOnly: boolean;
  name: string;
}

/** The margin column: whether it is sold, where it belongs, what each group pays, its photo. */
export function ProductAside({ control, productId, values, set, readOnly, name }: ProductAsideProps) {
  const { t } = useTranslation();
  const fields = productFields(settings().decimals);
  const field = (column: keyof typeof fields, hint?: string) => (
    <RecordField name={column} field={fields[column]} label={t(`products.fields.${column}`)} hint={hint} control={control} disabled={readOnly} />
  );
  return (
    <aside className="aside" aria-label={t('kit.details')}>
      <section className="sec">
        <Switch wide label={t('products.fields.active')} hint={t('products.form.activeHint')} checked={values.active} disabled={readOnly} onChange={(active) => set({ active })} />
      </section>
      <section className="sec grid">
        {field('category_id')}
        {field('brand_id')}
        {field('supplier_id')}
        <div className="grid g2">
          {field('designer_id')}
          {field('tag_number')}
        </div>
        {field('low_stock_level', t('products.lowHint'))}
        {field('branch_id', t('products.branchHint'))}
      </section>
      <PricesByGroup price={values.price} />
      <section className="sec">
        <div className="sh"><h3>{t('products.form.photo')}</h3></div>
        <ImageField path={values.image_path || null} folder={`products/${productId}`} name={name} disabled={readOnly} onChange={(path) => set({ image_path: path ?? '' })} />
      </section>
    </aside>
  );
}

function PricesByGroup({ price }: { price: string }) {
  const { t } = useTranslation();
  const { named } = useReader();
  const can = useCan();
  const groups = useQuery({ ...priceGroupsOf(), enabled: can('inventory.price_groups.view') });
  const base = readDecimal(price);
  if (!groups.data?.rows.length || base === null) return null;
  return (
    <section className="sec">
      <div className="sh"><h3>{t('products.form.pricesByGroup')}</h3></div>
      <dl className="kv">
        {groups.data.rows.map((group) => (
          <div key={group.id} className="pair">
            <dt>
              {group.is_default ? t('products.form.defaultGroup', { name: named(group) }) : <bdi>{named(group)}</bdi>}
              {group.percentage !== 0 && <bdi className="n">{` ${group.percentage > 0 ? '+' : ''}${formatNumber(group.percentage)} %`}</bdi>}
            </dt>
            <dd><Money value={priceInGroup(base, group.percentage)} /></dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
