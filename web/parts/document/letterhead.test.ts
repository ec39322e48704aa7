import type { TFunction } from 'i18next';
import { expect, it, vi } from 'vitest';
import type { Business } from '@/db/me-types.ts';
import { letterheadOf } from './letterhead.ts';

vi.mock('@/db/public-url.ts', () => ({ publicUrl: (bucket: string, path: string) => `/${bucket}/${path}` }));

const t = ((key: string) => key) as unknown as TFunction;
const business = (more: Partial<Business>) =>
  ({ name: 'Dar Nour', name_ar: 'دار نور', tax_number: null, contact_number: null, logo_path: null, ...more }) as Business;

it('shows the business with its tax number, phone and logo', () => {
  expect(letterheadOf(t, business({ tax_number: '123-456-789', contact_number: '+20 100', logo_path: 'business/logo.png' }))).toEqual({
    name: 'Dar Nour',
    facts: [
      { label: 'business.fields.tax_number', value: '123-456-789', code: true },
      { label: 'business.fields.contact_number', value: '+20 100', code: true },
    ],
    logo: '/images/business/logo.png',
  });
});
it('omits details that the business has not filled in', () =>
  expect(letterheadOf(t, business({}))).toEqual({ name: 'Dar Nour', facts: [] }));
