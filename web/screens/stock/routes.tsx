import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

const parent = '/inventory/stock';

export const routes: RouteObject[] = [
  page('inventory/stock', () => import('./list/level-list.tsx'), { title: 'stock.title', permission: 'inventory.stock.view' }),
  page('inventory/stock/add', () => import('./form/entry-add.tsx'), {
    title: 'stock.form.title',
    permission: 'inventory.stock.adjust',
    parent,
  }),
  page('inventory/stock/entries/:id', () => import('./view/entry-view.tsx'), {
    title: 'stock.entry.title',
    permission: 'inventory.stock.view',
    parent,
  }),
  page('inventory/stock/movements', () => import('./view/ledger-page.tsx'), {
    title: 'stock.ledger.title',
    permission: 'inventory.stock.view',
    parent,
  }),
];
