/* What a business needs before it runs. */
import { rpcOf } from './calls.ts';
import type { Named } from './plain-rows.ts';

/** Each true once somebody has done it. Opening stock is whole only when no branch is left without any. */
export type FirstSteps = Record<'business' | 'branch' | 'people' | 'products' | 'stock' | 'purchase' | 'sale', boolean> & {
  branches_without_stock: Named[];
};

export const firstSteps = () =>
  rpcOf<'first_steps', FirstSteps>('first_steps', {}, [
    'business',
    'branches',
    'profiles',
    'products',
    'stock_movements',
    'purchase_orders',
    'sales',
  ]);
