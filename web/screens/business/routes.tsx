import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  {
    path: 'settings/business',
    lazy: () => import('./business-page.tsx'),
    handle: { title: 'business.title', permission: 'settings.business.view' } satisfies RouteHandle,
  },
];
