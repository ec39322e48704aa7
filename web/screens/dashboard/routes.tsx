import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  {
    path: 'dashboard',
    lazy: () => import('./dashboard-page.tsx'),
    handle: { title: 'dashboard.title', permission: 'dashboard.overview.view' } satisfies RouteHandle,
  },
];
