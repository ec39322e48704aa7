import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

const parent = '/inventory/products';

export const routes: RouteObject[] = [
  page('inventory/products', () => import('./list/product-list.tsx'), { title: 'products.title', permission: 'inventory.products.view' }),
  page('inventory/product/add', () => import('./form/product-page.tsx'), {
    title: 'products.form.addTitle',
    permission: 'inventory.products.create',
    parent,
  }),
  page('inventory/products/edit/:id', () => import('./form/product-page.tsx'), {
    title: 'products.one',
    permission: 'inventory.products.view',
    parent,
  }),
];
