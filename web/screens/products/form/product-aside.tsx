import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { useCan, useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RecordField } from '@/kit/record-field.tsx';
import type { TypedRecord } from '@/kit/schema.ts';
import { priceInGroup } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { settings } from '@/lib/settings.ts';
import { ImageField } from '@/parts/image/image-field.tsx';
import { Money } from '@/ui/figure.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { Switch } from '@/ui/switch.tsx';
import { colorsQuery, priceGroupsQuery } from '../product-queries.ts';
import { productFields, type ProductValues } from './product-values.ts';
import { imageOf, valuesOf } from './variant-set.ts';

interface ProductAsideProps {
  control: Control<TypedRecord>;
  productId: string;
  values: ProductValues;
  set: (next: Partial<ProductValues>) => void;
  onColorPhoto: (color: string, path: string) => void;
  readOnly: boolean;
  name: string;
  onSendPhoto: (arrival: Promise<boolean>) => void;
}

/** The margin: status, branch, category, group prices and photo. */
export function ProductAside({ control, productId, values, set, onColorPhoto, readOnly, name, onSendPhoto }: ProductAsideProps) {
  const { t } = useTranslation();
  const fields = productFields(settings().decimals);
  const field = (column: keyof typeof fields, hint?: string) => (
    <RecordField
      name={column}
      field={fields[column]}
      label={t(`products.fields.${column}`)}
      hint={hint}
      control={control}
      disabled={readOnly}
    />
  );
  return (
    <aside className="aside" aria-label={t('kit.details')}>
      <section className="section">
        <Switch
          wide
          label={t('products.fields.active')}
          hint={t('products.form.activeHint')}
          checked={values.active}
          disabled={readOnly}
          onChange={(active) => set({ active })}
        />
      </section>
      <section className="section grid gap-3.5">
        {field('category_id')}
        {field('brand_id')}
        {field('supplier_id')}
        {field('tax_rate_id', t('products.taxHint'))}
        <FieldGrid>
          {field('designer_id')}
          {field('tag_number')}
        </FieldGrid>
        {field('low_stock_level', t('products.lowHint'))}
        <Field label={t('products.form.sold')} hint={values.by_measure ? t('products.form.byMeasureHint') : undefined}>
          <Select
            value={values.by_measure ? 'measure' : 'pieces'}
            disabled={readOnly}
            onChange={(how) => set({ by_measure: how === 'measure' })}
            options={[
              { value: 'pieces', label: t('products.form.inPieces') },
              { value: 'measure', label: t('products.form.byMeasure') },
            ]}
          />
        </Field>
        <BranchField value={values.branch_id} onChange={(branch_id) => set({ branch_id })} disabled={readOnly} />
      </section>
      <PricesByGroup price={values.price} />
      <Section title={t('products.form.photo')}>
        <ImageField
          path={values.image_path || null}
          folder={`products/${productId}`}
          name={name}
          disabled={readOnly}
          onSend={onSendPhoto}
          onChange={(path) => set({ image_path: path ?? '' })}
        />
        {valuesOf(values.variants, 'color_id').map(
          (color) =>
            color !== null &&
            !(readOnly && !imageOf(values.variants, color)) && (
              <ColorPhoto
                key={color}
                color={color}
                path={imageOf(values.variants, color)}
                productId={productId}
                readOnly={readOnly}
                onSend={onSendPhoto}
                onChange={(path) => onColorPhoto(color, path)}
              />
            ),
        )}
      </Section>
    </aside>
  );
}

interface ColorPhotoProps extends Pick<ProductAsideProps, 'productId' | 'readOnly'> {
  color: string;
  path: string;
  onSend: (arrival: Promise<boolean>) => void;
  onChange: (path: string) => void;
}

/** The photo of one color, shown for its variants instead of the product's. */
function ColorPhoto({ color, path, productId, readOnly, onSend, onChange }: ColorPhotoProps) {
  const { t } = useTranslation();
  const { data } = useQuery(colorsQuery());
  const row = data?.rows.find(({ id }) => id === color);
  const name = nameOf(row);
  return (
    <div className="mt-4">
      <h3 className="inline-group mb-1.5">
        <Swatch color={row?.value ?? null} square />
        <bdi>{name}</bdi>
      </h3>
      <ImageField
        path={path || null}
        folder={`products/${productId}`}
        name={name}
        add={t('products.form.addColorPhoto', { name })}
        hint=""
        disabled={readOnly}
        onSend={onSend}
        onChange={(next) => onChange(next ?? '')}
      />
    </div>
  );
}

const EVERY = 'every';

/** A product of one branch is visible to that branch only; the user can choose only branches they work in. */
function BranchField({ value, onChange, disabled }: { value: string; onChange: (id: string) => void; disabled: boolean }) {
  const { t } = useTranslation();
  const { branches } = useMe();
  const open = branches.filter((branch) => branch.access === 'work' || branch.id === value);
  return (
    <Field label={t('products.fields.branch_id')} optional hint={t('products.branchHint')}>
      <Select
        value={value || EVERY}
        disabled={disabled}
        onChange={(id) => onChange(id === EVERY ? '' : id)}
        options={[
          { value: EVERY, label: t('products.form.everyBranch') },
          ...open.map((branch) => ({ value: branch.id, label: nameOf(branch) })),
        ]}
      />
    </Field>
  );
}

function PricesByGroup({ price }: { price: string }) {
  const { t } = useTranslation();
  const can = useCan();
  const groups = useQuery({ ...priceGroupsQuery(), enabled: can('inventory.price_groups.view') });
  const base = readDecimal(price);
  if (!groups.data?.rows.length || base === null) return null;
  return (
    <Section title={t('products.form.pricesByGroup')}>
      <dl className="key-values">
        {groups.data.rows.map((group) => (
          <div key={group.id} className="pair">
            <dt>
              {group.is_default ? t('products.form.defaultGroup', { name: nameOf(group) }) : <bdi>{nameOf(group)}</bdi>}
              {group.percentage !== 0 && (
                <>
                  {' '}
                  <bdi className="number">{`${group.percentage > 0 ? '+' : ''}${formatNumber(group.percentage)}%`}</bdi>
                </>
              )}
            </dt>
            <dd>
              <Money value={priceInGroup(base, group.percentage)} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
