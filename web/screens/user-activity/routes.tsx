import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('managment/users-activity', () => import('./activity-list.tsx'), {
    title: 'activity.title',
    permission: 'management.user_activity.view',
  }),
];
