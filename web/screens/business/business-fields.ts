import {
  code,
  country,
  currency,
  day,
  flag,
  money,
  phone,
  quantity,
  ref,
  shortName,
  shortText,
  timeZone,
  integer,
  type Field,
} from '@/kit/fields.ts';

/** Limits a receipt's header or footer to a few lines. */
const receiptText: Field<string | null> = { kind: 'longText', required: false, max: 300 };

/** The fields of the business form; the logo is uploaded separately. Limits match the columns. */
export const businessFields = {
  name: shortName({ required: true }),
  name_ar: shortName(),
  website: shortText({ wide: true }),
  contact_number: phone(),
  alternate_contact_number: phone(),
  tax_number: code({ max: 120 }),
  country: country({ required: true }),
  currency: currency({ required: true }),
  currency_decimals: integer({ required: true, max: 3 }),
  first_day_of_week: integer({ required: true, max: 6 }),
  digits: code({ required: true }),
  time_zone: timeZone({ required: true, wide: true }),
  prices_include_tax: flag(),
  sale_tax_rate_id: ref('tax_rates'),
  sales_from: day({ required: true }),
  /** Empty: any time. */
  late_sale_days: integer({ max: 366 }),
  /** The coin to which cash is rounded; empty: no rounding. */
  cash_rounding: money(),
  receipt_header: receiptText,
  receipt_header_ar: receiptText,
  receipt_footer: receiptText,
  receipt_footer_ar: receiptText,
  low_stock_level: quantity(),
  purchase_four_eyes: flag(),
  /** Empty: no order needs approval for its amount. */
  purchase_approval_limit: money(),
  cash_needs_shift: flag(),
  /** Empty: no shift needs approval. */
  shift_variance_limit: money(),
};
