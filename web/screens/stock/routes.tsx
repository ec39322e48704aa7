import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  { path: 'inventory/stock', lazy: () => import('./list/level-list.tsx'), handle: { title: 'stock.title', permission: 'inventory.stock.view' } satisfies RouteHandle },
  { path: 'inventory/stock/add', lazy: () => import('./form/entry-form.tsx'), handle: { title: 'stock.form.title', permission: 'inventory.stock.adjust', parent: '/inventory/stock' } satisfies RouteHandle },
  { path: 'inventory/stock/entries/:id', lazy: () => import('./view/entry-view.tsx'), handle: { title: 'stock.entry.title', permission: 'inventory.stock.view', parent: '/inventory/stock' } satisfies RouteHandle },
  { path: 'inventory/stock/movements', lazy: () => import('./view/ledger-page.tsx'), handle: { title: 'stock.ledger.title', permission: 'inventory.stock.view', parent: '/inventory/stock' } satisfies RouteHandle },
];
