import { Factory } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, code, name, nameInArabic, phone } from '@/kit/fields.ts';

export const suppliers = defineResource({
  table: 'suppliers',
  path: '/contacts/suppliers',
  permission: 'contacts.suppliers',
  icon: Factory,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    land_line: phone(),
    tax_number: code({ listed: false }),
    active: active(),
  },
  more: { label: 'purchases.account.title', permission: 'purchasing.orders.view', href: (id) => `/purchase/suppliers/${id}` },
  sample: { land_line: '+20 2 2735 9000' },
});
