import { Landmark } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, choice, name, nameInArabic, percentage } from '@/kit/fields.ts';

export const taxRates = defineResource({
  table: 'tax_rates',
  path: '/settings/tax-rates',
  permission: 'settings.tax_rates',
  icon: Landmark,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    percentage: percentage({ required: true }),
    kind: choice(['standard', 'reduced', 'zero_rated', 'exempt', 'out_of_scope']),
    active: active(),
  },
  sample: { percentage: '5' },
});
