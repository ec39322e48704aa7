import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [page('profile', () => import('./profile-page.tsx'), { title: 'profile.title' })];
