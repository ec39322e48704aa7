import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('accounting/sales/add', () => import('./counter-page.tsx'), {
    title: 'counter.title',
    permission: ['accounting.sales.create', 'accounting.sales.return'],
    fullWindow: true,
  }),
];
