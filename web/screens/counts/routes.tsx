import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

const parent = '/inventory/counts';

export const routes: RouteObject[] = [
  page('inventory/counts', () => import('./list/count-list.tsx'), { title: 'counts.title', permission: 'inventory.counts.view' }),
  page('inventory/counts/add', () => import('./form/count-add.tsx'), {
    title: 'counts.new',
    permission: 'inventory.counts.create',
    parent,
  }),
  page('inventory/counts/:id', () => import('./view/count-view.tsx'), { title: 'counts.one', permission: 'inventory.counts.view', parent }),
];
