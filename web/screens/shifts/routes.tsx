import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('reports/shifts', () => import('./list/shift-list.tsx'), { title: 'shifts.title', permission: 'attendance.shifts.view' }),
  page('reports/shifts/view/:id', () => import('./view/shift-view.tsx'), {
    title: 'shifts.viewTitle',
    permission: 'attendance.shifts.view',
    parent: '/reports/shifts',
  }),
];
