/* The texts of a label, from a line and its template, in the user's language. */
import type { TFunction } from 'i18next';
import type { Business } from '@/db/me-types.ts';
import type { LabelLine, TemplateOptions } from '@/db/labels.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import type { Wording } from '@/lib/labels/layout.ts';
import { settings } from '@/lib/settings.ts';
import { productName, variantLabel } from '@/parts/variant-name.ts';

export const usualOptions: TemplateOptions = {
  price_group_id: null,
  with_tax: null,
  shows_business: true,
  shows_second_name: false,
  shows_variant: true,
  shows_price: true,
  shows_old_price: false,
  shows_sku: false,
  shows_digits: true,
};

/** The product's name in the other language. */
function secondName({ product, product_ar }: LabelLine): string | undefined {
  const other = settings().language === 'ar' ? product : product_ar;
  return other && other !== productName({ product, product_ar }) ? other : undefined;
}

export function wordingOf(t: TFunction, line: LabelLine, options: TemplateOptions, business: Business): Wording {
  const priced = options.shows_price;
  return {
    direction: settings().language === 'ar' ? 'rtl' : 'ltr',
    business: options.shows_business ? nameOf(business) : undefined,
    name: productName(line),
    second: options.shows_second_name ? secondName(line) : undefined,
    variant: options.shows_variant ? variantLabel(line) || undefined : undefined,
    sku: options.shows_sku ? line.sku : undefined,
    price: priced ? formatMoney(line.price) : undefined,
    currency: currencyWord(),
    oldPrice: priced && options.shows_old_price && line.old_price !== null ? formatMoney(line.old_price) : undefined,
    tax: priced && options.with_tax !== null ? t(options.with_tax ? 'labels.on.withTax' : 'labels.on.withoutTax') : undefined,
    digits: options.shows_digits ? line.barcode : undefined,
  };
}
