import { Ruler } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, name, nameInArabic, integer } from '@/kit/fields.ts';

export const sizes = defineResource({
  table: 'sizes',
  path: '/inventory/sizes',
  permission: 'inventory.sizes',
  icon: Ruler,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    position: integer({ required: true, initial: 0, max: 9999 }),
    active: active(),
  },
  sort: { by: 'position' },
  sample: { position: '35' },
});
