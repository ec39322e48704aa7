/* Charges of an order in its form: freight, customs and other, besides the goods. */
import type { ChargeInput, PurchaseCharge } from '@/db/purchases.ts';
import { compare, roundMoney } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';

export interface ChargeDraft {
  kind: PurchaseCharge['kind'];
  amount: string;
  /** How the goods share it. */
  spread: PurchaseCharge['spread'];
  /** Sent only if the order has tax rates; otherwise its tax is in the amount typed for the order. */
  taxRateId: string | null;
  note: string;
}

export const chargeKinds = ['freight', 'customs', 'other'] as const;
export const chargeSpreads = ['value', 'quantity'] as const;

export const blankCharge = (taxRateId: string | null): ChargeDraft => ({
  kind: 'freight',
  amount: '',
  spread: 'value',
  taxRateId,
  note: '',
});

/** One without an amount and a note is not sent. */
export const isBlank = ({ amount, note }: ChargeDraft): boolean => amount === '' && note.trim() === '';

export const amountProblem = ({ amount }: ChargeDraft): 'amount_missing' | 'amount_invalid' | null => {
  if (amount === '') return 'amount_missing';
  return isAmount(amount) && compare(roundMoney(amount), 0) > 0 ? null : 'amount_invalid';
};

export const draftsOf = (charges: readonly PurchaseCharge[]): ChargeDraft[] =>
  charges.map(({ kind, amount, spread, tax_rate_id, note }) => ({
    ...{ kind, spread, taxRateId: tax_rate_id },
    amount: String(amount),
    note: note ?? '',
  }));

/** As compared and sent: without blank ones. */
export const inputOf = (charges: readonly ChargeDraft[], hasRates: boolean): ChargeInput[] =>
  charges
    .filter((charge) => !isBlank(charge))
    .map(({ kind, amount, spread, taxRateId, note }) => ({
      ...{ kind, amount, spread, tax_rate_id: hasRates ? taxRateId : null, note: note.trim() || null },
    }));
