import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [page('whats-new', () => import('./whats-new.tsx'), { title: 'whatsNew.title' })];
