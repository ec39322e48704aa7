import { MapPin } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, name, nameInArabic } from '@/kit/fields.ts';

export const stockPoints = defineResource({
  table: 'stock_points',
  path: '/inventory/stockpoints',
  permission: 'inventory.stock_points',
  icon: MapPin,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    active: active(),
  },
});
