import type { TFunction } from 'i18next';
import type { Business } from '@/db/me-types.ts';
import { publicUrl } from '@/db/public-url.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { Letterhead } from '@/lib/pdf/paper.ts';

/** The business's details at the head of its printed documents. */
export const letterheadOf = (t: TFunction, business: Business): Letterhead => ({
  name: nameOf(business),
  facts: [
    ...(business.tax_number ? [{ label: t('business.fields.tax_number'), value: business.tax_number, code: true }] : []),
    ...(business.contact_number ? [{ label: t('business.fields.contact_number'), value: business.contact_number, code: true }] : []),
  ],
  ...(business.logo_path ? { logo: publicUrl('images', business.logo_path) } : {}),
});
