import { expect, it } from 'vitest';
import { changedFields, problemsOf, toColumns, valuesOf } from './business-values.ts';

const saved = valuesOf({
  id: '1', version: 1, name: 'Dar Nour', name_ar: null, website: null, contact_number: '01000', alternate_contact_number: null,
  tax_number: null, logo_path: null, currency: 'EGP', currency_decimals: 2, first_day_of_week: 6, digits: 'latn', time_zone: 'Africa/Cairo', purchase_four_eyes: false, purchase_approval_limit: null,
});

it('counts what changed, blanks around it aside', () => {
  expect(changedFields(saved, saved)).toEqual([]);
  expect(changedFields({ ...saved, name: 'Dar Nour ' }, saved)).toEqual([]);
  expect(changedFields({ ...saved, name: 'Dar', digits: 'arab' }, saved)).toEqual(['name', 'digits']);
});

it('says what the columns would refuse', () => {
  expect(problemsOf(saved)).toEqual({});
  expect(problemsOf({ ...saved, name: ' ', currency: 'E', contact_number: 'call me' })).toEqual({ name: 'errors.required', currency: 'business.badCurrency', contact_number: 'business.badPhone' });
});

it('takes phones in any digits and leaves nothing empty but null', () => {
  expect(toColumns({ ...saved, contact_number: '٠١٠٠', tax_number: '\u200f٤١٢-٣٣ ', currency: 'sar' })).toMatchObject({ contact_number: '0100', tax_number: '412-33', currency: 'SAR', website: null, currency_decimals: 2 });
});

it('asks for no approval where no limit is written', () => {
  expect(toColumns(saved)).toMatchObject({ purchase_four_eyes: false, purchase_approval_limit: null });
  expect(toColumns({ ...saved, purchase_four_eyes: 'yes', purchase_approval_limit: '5000' })).toMatchObject({ purchase_four_eyes: true, purchase_approval_limit: 5000 });
  expect(problemsOf({ ...saved, purchase_approval_limit: '-1' })).toEqual({ purchase_approval_limit: 'errors.business_purchase_approval_limit_not_negative' });
});
