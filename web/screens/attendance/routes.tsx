import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('reports/attendance', () => import('./attendance-page.tsx'), {
    title: 'attendance.title',
    permission: ['attendance.records.view', 'attendance.records.create'],
  }),
];
