/* What a business needs before it runs. */
import { rpcOf } from './calls.ts';

/** True once somebody has done it. */
export type FirstSteps = Record<'business' | 'branch' | 'people' | 'products' | 'stock' | 'purchase' | 'sale', boolean>;

export const firstSteps = () => rpcOf<'first_steps', FirstSteps>('first_steps', {}, ['business', 'branches', 'profiles', 'products', 'stock_movements', 'purchase_orders', 'sales']);
