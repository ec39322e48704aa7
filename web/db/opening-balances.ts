/* Opening balances: what customers and suppliers owed in the system used before. A customer's is shown as a sale, a supplier's as a
   purchase order. */
import { rpc } from './calls.ts';
import { purchaseChanges, type PaymentStatus } from './purchases.ts';
import { saleChanges } from './sales.ts';

export type Contact = 'customer' | 'supplier';

export interface OpeningBalance {
  contact: Contact;
  contact_id: string;
  branch_id: string;
  day: string;
  /** As typed: sent as text, so that no decimals are lost. Negative: a credit of the customer. */
  amount: string;
  /** A supplier's only. */
  due_on: string | null;
  note: string | null;
}

export interface OpeningAnswer extends Record<'amount' | 'paid' | 'remaining', number> {
  id: string;
  number: string;
  version: number;
  contact: Contact;
  payment_status: PaymentStatus | null;
  status: 'opening' | 'voided';
}

export const openingChanges = { customer: saleChanges, supplier: purchaseChanges } as const;

export const recordOpeningBalance = (input: { id: string; balance: OpeningBalance }) =>
  rpc<'record_opening_balance', OpeningAnswer>('record_opening_balance', input);
export const voidOpeningBalance = (input: { id: string; reason: string }) =>
  rpc<'void_opening_balance', OpeningAnswer>('void_opening_balance', input);
