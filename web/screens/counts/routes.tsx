import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

const list = '/inventory/counts';

export const routes: RouteObject[] = [
  { path: 'inventory/counts', lazy: () => import('./list/count-list.tsx'), handle: { title: 'counts.title', permission: 'inventory.counts.view' } satisfies RouteHandle },
  { path: 'inventory/counts/add', lazy: () => import('./form/count-add.tsx'), handle: { title: 'counts.new', permission: 'inventory.counts.create', parent: list } satisfies RouteHandle },
  { path: 'inventory/counts/:id', lazy: () => import('./view/count-view.tsx'), handle: { title: 'counts.one', permission: 'inventory.counts.view', parent: list } satisfies RouteHandle },
];
