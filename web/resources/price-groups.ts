import { Percent } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, flag, name, nameInArabic, percentage } from '@/kit/fields.ts';

export const priceGroups = defineResource({
  table: 'price_groups',
  path: '/inventory/pricegroups',
  permission: 'inventory.price_groups',
  icon: Percent,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    percentage: percentage({ required: true, initial: 0, min: -100, max: 1000, change: true }),
    is_default: flag({ aside: true }),
    active: active(),
  },
  sample: { percentage: '-12.5' },
});
