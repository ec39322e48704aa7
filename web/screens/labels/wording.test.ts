import { afterEach, expect, test } from 'vitest';
import type { LabelLine, TemplateOptions } from '@/db/labels.ts';
import type { Business } from '@/db/me-types.ts';
import { setSettings } from '@/lib/settings.ts';
import { usualOptions, wordingOf } from './wording.ts';

afterEach(() => setSettings({ language: 'en', currency: 'EGP' }));

const line = {
  variant_id: 'v',
  product: 'Linen shirt',
  product_ar: 'قميص كتان',
  color: 'Black',
  color_ar: 'أسود',
  size: 'M',
  size_ar: null,
  sku: 'LS-1',
  barcode: '6221234567890',
  price: 70,
  old_price: 100,
  quantity: 1,
} as unknown as LabelLine;
const business = { name: 'Layla', name_ar: 'ليلى' } as Business;
const wording = (changes: Partial<TemplateOptions>, of: Partial<LabelLine> = {}) =>
  wordingOf(((key: string) => key) as never, { ...line, ...of }, { ...usualOptions, ...changes }, business);
const everything = { shows_second_name: true, shows_old_price: true, shows_sku: true, with_tax: true } as const;

test('a label shows the fields of its template, and names in the language of the reader first', () => {
  expect(wording(everything)).toEqual({
    direction: 'ltr',
    business: 'Layla',
    name: 'Linen shirt',
    second: 'قميص كتان',
    variant: 'Black / M',
    sku: 'LS-1',
    price: '70.00',
    currency: 'EGP',
    oldPrice: '100.00',
    tax: 'labels.on.withTax',
    digits: '6221234567890',
  });
  setSettings({ language: 'ar' });
  expect(wording(everything)).toMatchObject({
    direction: 'rtl',
    business: 'ليلى',
    name: 'قميص كتان',
    second: 'Linen shirt',
    currency: 'ج.م',
  });
});

test('each field can be switched off, and switching off the price also hides old price and tax', () => {
  const fields = {
    shows_business: 'business',
    shows_second_name: 'second',
    shows_variant: 'variant',
    shows_price: 'price',
    shows_old_price: 'oldPrice',
    shows_sku: 'sku',
    shows_digits: 'digits',
  } as const;
  for (const [option, field] of Object.entries(fields)) {
    expect(wording(everything)[field], option).toBeDefined();
    expect(wording({ ...everything, [option]: false })[field], option).toBeUndefined();
  }
  expect(wording({ ...everything, shows_price: false })).toMatchObject({ oldPrice: undefined, tax: undefined });
  expect([wording({ with_tax: false }).tax, wording({ with_tax: null }).tax]).toEqual(['labels.on.withoutTax', undefined]);
});

test('a missing old price is not shown, and no name is shown twice', () => {
  expect(wording(everything, { old_price: null }).oldPrice).toBeUndefined();
  expect([wording(everything, { product_ar: null }).second, wording(everything, { product_ar: 'Linen shirt' }).second]).toEqual([
    undefined,
    undefined,
  ]);
});
