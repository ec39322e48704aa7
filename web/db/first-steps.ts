/* The steps by which a new business is set up. */
import { rpcOf } from './calls.ts';
import type { Named } from './plain-rows.ts';

/** True for each step that is done. `stock` is true only once every branch has opening stock. */
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
