import { Store } from 'lucide-react';
import { lazy } from 'react';
import { defineResource } from '@/kit/define.ts';
import { active, code, name, nameInArabic, phone, shortText, timeZone, integer } from '@/kit/fields.ts';
import { settings } from '@/lib/settings.ts';

export const branches = defineResource({
  table: 'branches',
  path: '/settings/branches',
  permission: 'settings.branches',
  icon: Store,
  fields: {
    name: name(),
    name_ar: nameInArabic(),
    code: code({ required: true, max: 6, format: { pattern: /^[A-Z0-9]{2,6}$/, constraint: 'branches_code_form' } }),
    phone: phone(),
    address: shortText({ wide: true }),
    time_zone: timeZone({ required: true, initial: () => settings().timeZone, aside: true, listed: false }),
    day_start: integer({ required: true, initial: 0, max: 23, aside: true, listed: false }),
    active: active(),
  },
  Beside: lazy(() => import('./branch-tills.tsx').then(({ BranchTills }) => ({ default: BranchTills }))),
  sample: { code: 'unique' },
});
