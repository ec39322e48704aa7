// The values of the product form, and their conversion from and to database rows.

import type { FieldErrors, Resolver } from 'react-hook-form';
import type { Args } from '@/db/calls.ts';
import { code, longText, money, percentage, quantity, ref, shortName, type AnyField } from '@/kit/fields.ts';
import { merge, type Merge } from '@/kit/merge.ts';
import { packProblem } from '@/kit/problems.ts';
import { readField } from '@/kit/rules.ts';
import { firstWrongCode } from './grid-writes.ts';
import type { ProductRecord } from '@/db/products.ts';
import { newVariant, variantsPayload, type VariantDraft } from './variant-set.ts';

const TEXTS = [
  'name',
  'name_ar',
  'description',
  'price',
  'purchase_price',
  'max_discount',
  'low_stock_level',
  'category_id',
  'brand_id',
  'supplier_id',
  'tax_rate_id',
  'branch_id',
  'designer_id',
  'tag_number',
  'image_path',
] as const;
export type TextName = (typeof TEXTS)[number];

/** Texts as typed; an empty one means no value. */
export type ProductValues = Record<TextName, string> & { active: boolean; by_measure: boolean; variants: VariantDraft[] };

export const productFields = (decimals: number): Record<Exclude<TextName, 'image_path'>, AnyField> => ({
  name: shortName({ required: true }),
  name_ar: shortName(),
  description: longText(),
  price: money({ required: true, decimals }),
  purchase_price: money({ decimals }),
  max_discount: percentage(),
  low_stock_level: quantity(),
  category_id: ref('categories', { tree: true }),
  brand_id: ref('brands'),
  supplier_id: ref('suppliers'),
  tax_rate_id: ref('tax_rates'),
  branch_id: ref('branches'),
  designer_id: code(),
  tag_number: code(),
});

/** low: the business's default low stock level. */
export function blankProduct(makeId: () => string, low: number | null = null): ProductValues {
  const blank = Object.fromEntries(TEXTS.map((name) => [name, ''])) as Record<TextName, string>;
  return { ...blank, low_stock_level: text(low), active: true, by_measure: false, variants: [newVariant(makeId())] };
}

const text = (value: string | number | null | undefined) => (value === null || value === undefined ? '' : String(value));

export function toValues(record: ProductRecord): ProductValues {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, text(record[name])]));
  const variants = record.variants.map(({ id, color_id, size_id, sku, barcode, price_override, active, image_path }) => ({
    id,
    saved: true,
    color_id,
    size_id,
    sku,
    barcode,
    price: text(price_override),
    active,
    image: text(image_path),
  }));
  return { ...(texts as Record<TextName, string>), active: record.active, by_measure: record.by_measure, variants };
}

/** All pictures that the product shows. */
export const picturesOf = ({ image_path, variants }: Pick<ProductValues, 'image_path' | 'variants'>): string[] =>
  [...new Set([image_path, ...variants.map(({ image }) => image)])].filter(Boolean);

/** The values a new product copies from another: all but codes, which are unique. Both share the pictures. */
export function copyOf(record: ProductRecord, makeId: () => string): ProductValues {
  const values = toValues(record);
  const variants = values.variants.map(({ color_id, size_id, price, active, image }) => ({
    ...newVariant(makeId(), color_id, size_id),
    price,
    active,
    image,
  }));
  return { ...values, designer_id: '', tag_number: '', variants };
}

export function productResolver(decimals: number): Resolver<ProductValues> {
  const fields = productFields(decimals);
  return (values) => {
    const errors: FieldErrors<ProductValues> = {};
    for (const [name, field] of Object.entries(fields)) {
      const reading = readField(field, values[name as TextName]);
      if ('problem' in reading) errors[name as TextName] = { type: 'rule', message: packProblem(reading.problem) };
    }
    if (firstWrongCode(values.variants)) errors.variants = { type: 'codes', message: '' };
    return Object.keys(errors).length ? { values: {}, errors } : { values, errors: {} };
  };
}

interface Saving {
  id: string;
  /** Null for a new product. */
  version: number | null;
  decimals: number;
  withCost: boolean;
}

export function savePayload(values: ProductValues, { id, version, decimals, withCost }: Saving): Args<'save_product'> {
  const fields = productFields(decimals);
  const written: Record<string, unknown> = { active: values.active, by_measure: values.by_measure, image_path: values.image_path || null };
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'purchase_price' && !withCost) continue;
    const reading = readField(field, values[name as TextName]);
    written[name] = 'value' in reading ? reading.value : null;
  }
  // The database does not accept an empty cost, so an emptied one is not changed.
  if (written.purchase_price === null) delete written.purchase_price;
  // Null means "create", which the generated argument type cannot express.
  return { id, expected_version: version, product: written, variants: variantsPayload(values.variants) } as unknown as Args<'save_product'>;
}

// ── Merging two users' edits: each variant is one field ──

const VARIANT = 'variant:';

function flatten(values: ProductValues, ids: readonly string[]): Record<string, unknown> {
  const { variants, ...fields } = values;
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const flat: Record<string, unknown> = { ...fields };
  for (const id of ids) {
    const variant = byId.get(id);
    flat[VARIANT + id] = variant ? JSON.stringify({ ...variant, saved: true }) : '';
  }
  return flat;
}

export const variantOfField = (field: string): string | undefined => (field.startsWith(VARIANT) ? field.slice(VARIANT.length) : undefined);

export function mergeProducts(base: ProductValues, mine: ProductValues, theirs: ProductValues): Merge & { merged: ProductValues } {
  const ids = [...new Set([...theirs.variants, ...mine.variants, ...base.variants].map((variant) => variant.id))];
  const result = merge(flatten(base, ids), flatten(mine, ids), flatten(theirs, ids));
  return { ...result, merged: unflatten(result.merged, theirs) };
}

function unflatten(flat: Readonly<Record<string, unknown>>, theirs: ProductValues): ProductValues {
  const theirIds = new Set(theirs.variants.map((variant) => variant.id));
  const variants = Object.entries(flat).flatMap(([field, value]) => {
    if (!field.startsWith(VARIANT) || typeof value !== 'string' || value === '') return [];
    const variant = JSON.parse(value) as VariantDraft;
    return [{ ...variant, saved: theirIds.has(variant.id) }];
  });
  const fields = Object.fromEntries(Object.entries(flat).filter(([field]) => !field.startsWith(VARIANT)));
  return { ...(fields as Omit<ProductValues, 'variants'>), variants } as ProductValues;
}

/** Applies the user's choice for a field that both users changed. */
export function chooseValue(values: ProductValues, field: string, value: unknown): ProductValues {
  const id = variantOfField(field);
  if (id === undefined) return { ...values, [field]: value };
  const others = values.variants.filter((variant) => variant.id !== id);
  if (typeof value !== 'string' || value === '') return { ...values, variants: others };
  const variant = JSON.parse(value) as VariantDraft;
  // Replaces the variant, or restores it if this user removed it.
  const exists = values.variants.some((other) => other.id === id);
  return { ...values, variants: exists ? values.variants.map((other) => (other.id === id ? variant : other)) : [...others, variant] };
}
