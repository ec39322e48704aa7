import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('dashboard', () => import('./dashboard-page.tsx'), { title: 'dashboard.title', permission: 'dashboard.overview.view' }),
];
