import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('labels', () => import('./labels-page.tsx'), { title: 'labels.title', permission: 'labels.printing.print' }),
];
