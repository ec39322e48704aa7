import { Landmark } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, name, nameInArabic, percentage } from '@/kit/fields.ts';

export const taxRates = defineResource({
  table: 'tax_rates',
  path: '/settings/tax-rates',
  permission: 'settings.tax_rates',
  icon: Landmark,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    percentage: percentage({ required: true }),
    active: active(),
  },
  sample: { percentage: '5' },
});
