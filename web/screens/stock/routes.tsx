import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  { path: 'inventory/stock', lazy: () => import('./level-list.tsx'), handle: { title: 'stock.title', permission: 'inventory.stock.view' } satisfies RouteHandle },
  { path: 'inventory/stock/add', lazy: () => import('./entry-page.tsx'), handle: { title: 'stock.form.title', permission: 'inventory.stock.adjust', parent: '/inventory/stock' } satisfies RouteHandle },
  { path: 'inventory/stock/entries/:id', lazy: () => import('./entry-view.tsx'), handle: { title: 'stock.entry.title', permission: 'inventory.stock.view', parent: '/inventory/stock' } satisfies RouteHandle },
  { path: 'inventory/stock/movements', lazy: () => import('./ledger-page.tsx'), handle: { title: 'stock.ledger.title', permission: 'inventory.stock.view', parent: '/inventory/stock' } satisfies RouteHandle },
];
