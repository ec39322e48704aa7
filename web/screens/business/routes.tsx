import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('settings/business', () => import('./business-page.tsx'), { title: 'business.title', permission: 'settings.business.view' }),
];
