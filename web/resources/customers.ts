import { Users } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, email, name, nameInArabic, phone, ref, shortText } from '@/kit/fields.ts';

export const customers = defineResource({
  table: 'customers',
  path: '/contacts/customers',
  permission: 'contacts.customers',
  icon: Users,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    phone: phone(),
    email: email(),
    address: shortText({ wide: true, listed: false }),
    price_group_id: ref('price_groups', { aside: true }),
    active: active(),
  },
  stamps: ['created_at', 'created_by'],
  sample: { email: 'someone@example.com', address: '1 Nile Street' },
});
