import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('managment/audit-log', () => import('./audit-log.tsx'), { title: 'history.title', permission: 'management.audit_log.view' }),
];
