import { FolderTree } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, name, nameInArabic, ref } from '@/kit/fields.ts';

export const categories = defineResource({
  table: 'categories',
  path: '/inventory/categories',
  permission: 'inventory.categories',
  icon: FolderTree,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    parent_id: ref('categories', { tree: true }),
    active: active(),
  },
});
