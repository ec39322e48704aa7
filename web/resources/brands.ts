import { Tag } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, name, nameInArabic } from '@/kit/fields.ts';

export const brands = defineResource({
  table: 'brands',
  path: '/inventory/brands',
  permission: 'inventory.brands',
  icon: Tag,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    active: active(),
  },
});
