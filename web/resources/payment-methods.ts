import { CreditCard } from 'lucide-react';
import { defineResource } from '@/kit/define.ts';
import { active, flag, name, nameInArabic, percentage, shortText } from '@/kit/fields.ts';

export const paymentMethods = defineResource({
  table: 'payment_methods',
  path: '/settings/payment-methods',
  permission: 'settings.payment_methods',
  icon: CreditCard,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    description: shortText({ wide: true }),
    fee_percentage: percentage(),
    is_cash: flag({ aside: true }),
    active: active(),
  },
  sample: { description: 'At the terminal', fee_percentage: '1.75' },
});
