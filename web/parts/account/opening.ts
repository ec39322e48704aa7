/* The rules of opening balances. The database enforces the same; this decides what is shown and said before a request. */
import type { Contact } from '@/db/opening-balances.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { isZero } from '@/lib/money.ts';
import { decimalsOf, isAmount } from '@/lib/numerals.ts';
import { isDay } from '@/lib/read-day.ts';
import { settings } from '@/lib/settings.ts';

type Can = (permission: PermissionName) => boolean;

const mayView: Record<Contact, (can: Can) => boolean> = {
  customer: (can) => can('contacts.customers.view'),
  supplier: (can) => can('contacts.suppliers.view') && can('inventory.costs.view'),
};

export const mayRecordOpening = (contact: Contact, can: Can): boolean => can('contacts.opening_balances.create') && mayView[contact](can);

interface Subject {
  contact: Contact;
  voided: boolean;
  paid: number;
}

/** Whether an opening balance can be voided, or the error that says why not. */
export function mayVoidOpening(
  { contact, voided, paid }: Subject,
  { can, worksInBranch }: { can: Can; worksInBranch: boolean },
): 'hidden' | 'on' | 'branch_view_only' | 'opening_balance_has_payments' {
  if (voided || !can('contacts.opening_balances.void') || !mayView[contact](can)) return 'hidden';
  if (!worksInBranch) return 'branch_view_only';
  return paid === 0 ? 'on' : 'opening_balance_has_payments';
}

/** As typed. */
export interface OpeningDraft {
  branchId: string | null;
  day: string;
  amount: string;
  dueOn: string;
  note: string;
}

type OpeningField = 'branch_id' | 'day' | 'amount' | 'due_on';
type OpeningProblem =
  | 'account.opening.branchMissing'
  | 'account.opening.dayMissing'
  | 'account.opening.dueOnInvalid'
  | 'account.opening.dueOnEarly'
  | 'errors.opening_day_in_future'
  | 'errors.opening_amount_invalid';

/** An amount other than zero, with at most the currency's decimals; below zero only for a customer. */
export const isOpeningAmount = (contact: Contact, typed: string): boolean => {
  const amount = contact === 'customer' ? typed.replace(/^-/, '') : typed;
  return isAmount(amount) && !isZero(amount) && decimalsOf(amount) <= settings().decimals;
};

/** What is wrong, by the name of the field in the request. */
export function openingProblems(
  contact: Contact,
  { branchId, day, amount, dueOn }: OpeningDraft,
  today: string,
): Partial<Record<OpeningField, OpeningProblem>> {
  const dueProblem = dueOn === '' ? undefined : !isDay(dueOn) ? 'dueOnInvalid' : isDay(day) && dueOn < day ? 'dueOnEarly' : undefined;
  return {
    ...(branchId === null && { branch_id: 'account.opening.branchMissing' }),
    ...(!isDay(day) ? { day: 'account.opening.dayMissing' as const } : day > today && { day: 'errors.opening_day_in_future' as const }),
    ...(!isOpeningAmount(contact, amount) && { amount: 'errors.opening_amount_invalid' }),
    ...(dueProblem && { due_on: `account.opening.${dueProblem}` as const }),
  };
}
