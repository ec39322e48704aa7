import type { RouteObject } from 'react-router-dom';
import type { RouteHandle } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  { path: 'inventory/products', lazy: () => import('./product-list.tsx'), handle: { title: 'products.title', permission: 'inventory.products.view' } satisfies RouteHandle },
  { path: 'inventory/product/add', lazy: () => import('./product-page.tsx'), handle: { title: 'products.form.addTitle', permission: 'inventory.products.create', parent: '/inventory/products' } satisfies RouteHandle },
  { path: 'inventory/products/edit/:id', lazy: () => import('./product-page.tsx'), handle: { title: 'products.one', permission: 'inventory.products.view', parent: '/inventory/products' } satisfies RouteHandle },
  { path: 'inventory/products/import', lazy: () => import('./product-import.tsx'), handle: { title: 'products.importTitle', permission: 'inventory.products.import', parent: '/inventory/products' } satisfies RouteHandle },
];
