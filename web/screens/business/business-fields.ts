import { code, flag, money, phone, shortName, shortText, timeZone, whole } from '@/kit/fields.ts';

/** What is written of the business itself; its logo is put by hand. The limits are those of the columns. */
export const businessFields = {
  name: shortName({ required: true }),
  name_ar: shortName(),
  website: shortText({ wide: true }),
  contact_number: phone(),
  alternate_contact_number: phone(),
  tax_number: code({ max: 120 }),
  currency: code({ required: true, max: 3, form: { pattern: /^[A-Z]{3}$/, constraint: 'business_currency_code' } }),
  currency_decimals: whole({ required: true, max: 3 }),
  first_day_of_week: whole({ required: true, max: 6 }),
  digits: code({ required: true }),
  time_zone: timeZone({ required: true, wide: true }),
  purchase_four_eyes: flag(),
  /** Empty: no order needs approval for its amount. */
  purchase_approval_limit: money(),
};
