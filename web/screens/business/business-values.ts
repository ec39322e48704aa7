import type { Business } from '@/db/me.ts';
import type { PlainKey } from '@/i18n/keys.ts';
import { readCode, readDecimal, toLatinDigits } from '@/lib/numerals.ts';

/** As the form holds it: text, so that nothing is reformatted under the cursor. */
export interface BusinessValues {
  name: string;
  name_ar: string;
  website: string;
  contact_number: string;
  alternate_contact_number: string;
  tax_number: string;
  currency: string;
  currency_decimals: string;
  first_day_of_week: string;
  digits: 'latn' | 'arab';
  time_zone: string;
  purchase_four_eyes: 'yes' | 'no';
  /** Empty: no order needs approval for its amount. */
  purchase_approval_limit: string;
}

export type BusinessField = keyof BusinessValues;

export function valuesOf(business: Business): BusinessValues {
  return {
    name: business.name,
    name_ar: business.name_ar ?? '',
    website: business.website ?? '',
    contact_number: business.contact_number ?? '',
    alternate_contact_number: business.alternate_contact_number ?? '',
    tax_number: business.tax_number ?? '',
    currency: business.currency,
    currency_decimals: String(business.currency_decimals),
    first_day_of_week: String(business.first_day_of_week),
    digits: business.digits,
    time_zone: business.time_zone,
    purchase_four_eyes: business.purchase_four_eyes ? 'yes' : 'no',
    purchase_approval_limit: business.purchase_approval_limit === null ? '' : String(business.purchase_approval_limit),
  };
}

export function changedFields(values: BusinessValues, saved: BusinessValues): BusinessField[] {
  return (Object.keys(values) as BusinessField[]).filter((field) => values[field].trim() !== saved[field]);
}

const phone = /^[0-9+() .\-/]{3,32}$/;

/** What is wrong, by field; the limits are those of the columns. */
export function problemsOf(values: BusinessValues): Partial<Record<BusinessField, PlainKey>> {
  const problems: Partial<Record<BusinessField, PlainKey>> = {};
  if (values.name.trim() === '') problems.name = 'errors.required';
  for (const field of ['name', 'name_ar'] as const) if (values[field].trim().length > 120) problems[field] = 'errors.too_long';
  if (values.tax_number.trim().length > 120) problems.tax_number = 'errors.too_long';
  if (values.website.trim().length > 300) problems.website = 'errors.too_long';
  for (const field of ['contact_number', 'alternate_contact_number'] as const) {
    const typed = toLatinDigits(values[field].trim());
    if (typed !== '' && !phone.test(typed)) problems[field] = 'business.badPhone';
  }
  if (!/^[A-Z]{3}$/.test(values.currency.trim().toUpperCase())) problems.currency = 'business.badCurrency';
  const limit = values.purchase_approval_limit;
  if (limit !== '' && (readDecimal(limit) === null || Number(readDecimal(limit)) < 0)) problems.purchase_approval_limit = 'errors.business_purchase_approval_limit_not_negative';
  return problems;
}

export function toColumns(values: BusinessValues) {
  const orNull = (text: string) => text.trim() || null;
  return {
    name: values.name.trim(),
    name_ar: orNull(values.name_ar),
    website: orNull(values.website),
    contact_number: orNull(toLatinDigits(values.contact_number)),
    alternate_contact_number: orNull(toLatinDigits(values.alternate_contact_number)),
    tax_number: orNull(readCode(values.tax_number)),
    currency: values.currency.trim().toUpperCase(),
    currency_decimals: Number(values.currency_decimals),
    first_day_of_week: Number(values.first_day_of_week),
    digits: values.digits,
    time_zone: values.time_zone,
    purchase_four_eyes: values.purchase_four_eyes === 'yes',
    purchase_approval_limit: values.purchase_approval_limit === '' ? null : Number(values.purchase_approval_limit),
  };
}
