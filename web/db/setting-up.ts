/* The steps by which a new business is set up, and what its country proposes. */
import { type Args, rpc, rpcOf } from './calls.ts';
import type { Named } from './plain-rows.ts';

/** True for each step that is done. `stock` is true only once every branch has opening stock. */
export type FirstSteps = Record<'business' | 'branch' | 'taxes' | 'payment_methods' | 'products' | 'stock' | 'people' | 'sale', boolean> & {
  branches_without_stock: Named[];
};

export const firstSteps = () =>
  rpcOf<'first_steps', FirstSteps>('first_steps', {}, [
    'business',
    'branches',
    'tax_rates',
    'payment_methods',
    'profiles',
    'products',
    'stock_movements',
    'sales',
  ]);

export interface NewPaymentMethod {
  name: string;
  name_ar: string;
}

/** What a country proposes. Null: unknown, or for `time_zone` several; `tax_percentage`: no tax. */
export interface CountryProposal {
  currency: string | null;
  currency_decimals: number | null;
  time_zone: string | null;
  /** 0 is Sunday. */
  first_day_of_week: number;
  tax_percentage: number | null;
  /** A regular expression. */
  tax_number_form: string | null;
  /** Usual ones besides cash. */
  payment_methods: NewPaymentMethod[];
  /** Such as +966. */
  calling_code: string | null;
  /** Something was sold, ordered or spent, so that the currency can no longer change. */
  currency_fixed: boolean;
}

export const countryProposal = (country: string) =>
  rpcOf<'country_proposal', CountryProposal>('country_proposal', { country }, ['sales', 'purchase_orders', 'expenses']);

/** The settings that are set in one step; what is absent stays. */
export interface BusinessSetUp {
  name?: string;
  name_ar?: string | null;
  tax_number?: string;
  country?: string;
  currency?: string;
  currency_decimals?: number;
  time_zone?: string;
  first_day_of_week?: number;
  prices_include_tax?: boolean;
  /** The default rate of sales; null: no tax. */
  tax_percentage?: string | null;
  payment_methods?: NewPaymentMethod[];
  /** Added if there is no branch yet. */
  branch?: { name: string; name_ar: string | null; code: string };
}

export const setUpBusiness = (expected_version: number, changes: BusinessSetUp) =>
  rpc('set_up_business', { expected_version, changes } as Args<'set_up_business'>);
