import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('documents', () => import('./document-list.tsx'), { title: 'documents.title', permission: 'documents.files.view' }),
];
