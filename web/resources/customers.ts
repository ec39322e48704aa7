import { Users } from 'lucide-react';
import { lazy } from 'react';
import { defineResource } from '@/kit/define.ts';
import { active, code, email, name, nameInArabic, phone, ref, shortText } from '@/kit/fields.ts';

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
    tax_number: code({ listed: false }),
    price_group_id: ref('price_groups', { aside: true }),
    active: active(),
  },
  stamps: ['created_at', 'created_by'],
  more: {
    label: 'account.customer.link',
    permission: 'accounting.sales.view',
    href: (id) => `/accounting/customers/${id}`,
    Summary: lazy(() => import('./customer-debt.tsx').then(({ CustomerDebt }) => ({ default: CustomerDebt }))),
  },
  sample: { email: 'someone@example.com', address: '1 Nile Street' },
});
