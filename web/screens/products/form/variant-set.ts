// The variants of one product in its form. The axes of the grid are derived from them.

import { canonicalCode } from '@/lib/canonical-code.ts';

export interface VariantDraft {
  id: string;
  /** Whether it is in the database, possibly with stock and history. */
  saved: boolean;
  color_id: string | null;
  size_id: string | null;
  /** If empty, the database generates one. */
  sku: string;
  barcode: string;
  /** The variant's own price as text; empty: the product's price. */
  price: string;
  active: boolean;
  /** The photo of its color; empty: the product's. */
  image: string;
}

export type Axis = 'color_id' | 'size_id';
type Id = string | null;

export function newVariant(id: string, color: Id = null, size: Id = null): VariantDraft {
  return { id, saved: false, color_id: color, size_id: size, sku: '', barcode: '', price: '', active: true, image: '' };
}

/** In order of first appearance; null, for a missing colour or size, is a value of its own and comes first. */
export function valuesOf(variants: readonly VariantDraft[], axis: Axis): Id[] {
  const values = [...new Set(variants.map((variant) => variant[axis]))];
  return values.sort((a, b) => Number(a !== null) - Number(b !== null));
}

export function isPlain(variants: readonly VariantDraft[]): boolean {
  return variants.every((variant) => variant.color_id === null && variant.size_id === null);
}

export function variantAt(variants: readonly VariantDraft[], color: Id, size: Id): VariantDraft | undefined {
  return variants.find((variant) => variant.color_id === color && variant.size_id === size);
}

/** The photo of a color. */
export const imageOf = (variants: readonly VariantDraft[], color: Id): string =>
  variants.find((variant) => variant.color_id === color && variant.image)?.image ?? '';

export const setImage = (variants: readonly VariantDraft[], color: Id, image: string): VariantDraft[] =>
  variants.map((variant) => (variant.color_id === color ? { ...variant, image } : variant));

export function addVariant(variants: readonly VariantDraft[], color: Id, size: Id, makeId: () => string): VariantDraft[] {
  return variantAt(variants, color, size)
    ? [...variants]
    : [...variants, { ...newVariant(makeId(), color, size), image: imageOf(variants, color) }];
}

/** The first value of an axis is set on the existing variants, which keep their stock, barcodes and history. Each further value adds a
    variant for every value of the other axis. */
export function addValue(variants: readonly VariantDraft[], axis: Axis, value: string, makeId: () => string): VariantDraft[] {
  const present = valuesOf(variants, axis);
  if (present.includes(value)) return [...variants];
  if (present.every((id) => id === null)) return variants.map((variant) => ({ ...variant, [axis]: value }));
  const other = axis === 'color_id' ? 'size_id' : 'color_id';
  const added = valuesOf(variants, other).map((id) => ({
    ...newVariant(makeId()),
    [axis]: value,
    [other]: id,
    image: axis === 'size_id' ? imageOf(variants, id) : '',
  }));
  return [...variants, ...added];
}

/** Removing the only value of an axis keeps its variants; removing one of several removes its variants. */
export function removeValue(variants: readonly VariantDraft[], axis: Axis, value: Id): VariantDraft[] {
  const present = valuesOf(variants, axis);
  if (present.length === 1)
    return variants.map((variant) => ({ ...variant, [axis]: null, image: axis === 'color_id' ? '' : variant.image }));
  return variants.filter((variant) => variant[axis] !== value);
}

export type VariantChange = { id: string } & Partial<Pick<VariantDraft, 'sku' | 'barcode' | 'price' | 'active'>>;

/** Applies all changes at once, so that a pasted block is one undo step. */
export function changeVariants(variants: readonly VariantDraft[], changes: readonly VariantChange[]): VariantDraft[] {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return variants.map((variant) => ({ ...variant, ...byId.get(variant.id) }));
}

/** Canonical codes that occur twice in this product; the database would refuse the second, however it is spelled. */
export function repeatedCodes(variants: readonly VariantDraft[], field: 'sku' | 'barcode'): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const variant of variants) {
    const code = canonicalCode(variant[field]);
    if (code === '') continue;
    if (seen.has(code)) repeated.add(code);
    seen.add(code);
  }
  return repeated;
}

export interface VariantChanges {
  prices: VariantDraft[];
  codes: VariantDraft[];
  added: VariantDraft[];
  removed: VariantDraft[];
  states: VariantDraft[];
  photos: VariantDraft[];
}

/** The numbers in the save bar's summary. */
export function changesBetween(before: readonly VariantDraft[], after: readonly VariantDraft[]): VariantChanges {
  const old = new Map(before.map((variant) => [variant.id, variant]));
  const kept = new Set(after.map((variant) => variant.id));
  const both = after.flatMap((variant) => {
    const was = old.get(variant.id);
    return was ? [{ was, variant }] : [];
  });
  const where = (differs: (was: VariantDraft, is: VariantDraft) => boolean) =>
    both.filter(({ was, variant }) => differs(was, variant)).map(({ variant }) => variant);
  return {
    prices: where((was, now) => was.price !== now.price),
    codes: where((was, now) => was.sku !== now.sku || was.barcode !== now.barcode),
    states: where((was, now) => was.active !== now.active),
    photos: where((was, now) => was.image !== now.image),
    added: after.filter((variant) => !old.has(variant.id)),
    removed: before.filter((variant) => !kept.has(variant.id)),
  };
}

export function variantsPayload(variants: readonly VariantDraft[]) {
  return variants.map(({ id, color_id, size_id, sku, barcode, price, active, image }) => ({
    id,
    color_id,
    size_id,
    sku: sku || null,
    barcode: barcode || null,
    price_override: price === '' ? null : price,
    active,
    image_path: image || null,
  }));
}
