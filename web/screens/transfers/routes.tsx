import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

const list = '/inventory/stockpoints/transactions';

export const routes: RouteObject[] = [
  page('inventory/stockpoints/transactions', () => import('./list/transfer-list.tsx'), {
    title: 'transfers.title',
    permission: 'inventory.transfers.view',
  }),
  page('inventory/stockpoints/transactions/add', () => import('./form/transfer-add.tsx'), {
    title: 'transfers.newTitle',
    permission: 'inventory.transfers.create',
    parent: list,
  }),
  page('inventory/transactions/view/:id', () => import('./view/transfer-view.tsx'), {
    title: 'transfers.viewTitle',
    permission: 'inventory.transfers.view',
    parent: list,
  }),
  page('inventory/transactions/edit/:id', () => import('./form/transfer-edit.tsx'), {
    title: 'transfers.editTitle',
    permission: 'inventory.transfers.create',
    parent: list,
  }),
];
