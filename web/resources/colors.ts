import { Palette } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, color, name, nameInArabic } from '@/kit/fields.ts';

export const colors = defineResource({
  table: 'colors',
  path: '/inventory/colors',
  permission: 'inventory.colors',
  icon: Palette,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    value: color({ required: true, initial: '#808080' }),
    active: active(),
  },
  sample: { value: '#1f565c' },
});
