import type { RouteObject } from 'react-router-dom';
import { page } from '@/kit/screen.ts';

export const routes: RouteObject[] = [
  page('purchase/returns', () => import('./list/return-list.tsx'), {
    title: 'purchaseReturns.title',
    permission: 'purchasing.returns.view',
  }),
  page('purchase/returns/add', () => import('./form/return-add.tsx'), {
    title: 'purchaseReturns.newTitle',
    permission: 'purchasing.returns.create',
    parent: '/purchase/returns',
  }),
  page('purchase/returns/:id', () => import('./view/return-view.tsx'), {
    title: 'purchaseReturns.viewTitle',
    permission: 'purchasing.returns.view',
    parent: '/purchase/returns',
  }),
];
