import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { expenseChanges, readExpense, saveExpense, type ExpenseRecord } from '@/db/expenses.ts';
import { useMe } from '@/db/me.ts';
import type { TypedRecord } from '@/kit/record-field.tsx';
import { schemaOf, typedValues } from '@/kit/rules.ts';
import { useSavedForm, type FormBase, type SavedDraft } from '@/kit/use-saved-form.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';
import { inputOf, isBlank, leftOf, problemsOf, restFor, type PaymentDraft } from '@/parts/payments/payment-draft.ts';
import { compare } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';
import { expenseFields } from './fields.ts';
import { repeatsInput, type TypedRepeats } from './repeats.ts';

export type ExpenseValues = TypedRecord & { payments: readonly PaymentDraft[]; repeats: TypedRepeats | null };

/** Of an expense that stands: its payments and its rule have pages of their own. */
export const nothingBeside = { payments: [], repeats: null } as const;

export const recordOf = (id: string) => ({ queryKey: ['expenses', 'record', id], queryFn: () => readExpense(id), meta: { reads: ['expenses'] as const } });

/** Of what is paid with it, what cannot be. */
const payable = (amount: unknown, payments: readonly PaymentDraft[]) => {
  const most = isAmount(String(amount)) ? String(amount) : '0';
  return compare(leftOf(most, payments), 0) >= 0 && payments.every((payment) => isBlank(payment) || Object.keys(problemsOf(payment, restFor(payment, payments, most))).length === 0);
};

interface Options {
  start: FormBase<ExpenseValues>;
  typed: ExpenseValues;
  record: ExpenseRecord | null;
  onSaved: (saved: ExpenseRecord, created: boolean, unsaved: SavedDraft<ExpenseValues> | null) => void;
}

/** An expense in the form; a new one with what is paid of it at once. */
export function useExpenseForm({ start, typed, record, onSaved }: Options) {
  const { profile } = useMe();
  const [fields] = useState(expenseFields);
  const [createOrGoOn] = useState(makeCreateOrUpdate);
  const resolver = useMemo<Resolver<TypedRecord>>(() => {
    const checked = zodResolver(schemaOf(fields)) as Resolver<TypedRecord>;
    return async (values, ...rest) => {
      const answer = await checked(values, ...rest);
      const payments = values.payments as readonly PaymentDraft[];
      // The wrong payment says itself what is wrong, and so does how often.
      const typed = values.repeats as TypedRepeats | null;
      const repeats = typed && repeatsInput(typed, String(values.spent_on));
      const wrong = { ...(payable(values.amount, payments) ? {} : { payments: { type: 'custom' } }), ...(typed && !repeats ? { repeats: { type: 'custom' } } : {}) };
      if (Object.keys(wrong).length > 0) return { values: {}, errors: { ...answer.errors, ...wrong } as FieldErrors };
      return Object.keys(answer.errors).length > 0 ? answer : { values: { ...answer.values, payments, ...(repeats ? { repeats } : {}) }, errors: {} };
    };
  }, [fields]);
  const form = useSavedForm<ExpenseValues, ExpenseRecord>({
    start,
    typed,
    row: record,
    table: 'expenses',
    fields,
    resolver,
    typedOf: (saved) => ({ ...typedValues(fields, saved), ...nothingBeside }),
    read: readExpense,
    key: (id) => recordOf(id).queryKey,
    save: async ({ payments, ...expense }, { id, version }) => {
      const send = (expected: number | null) => saveExpense({ id, expense, payments: inputOf(payments as readonly PaymentDraft[]), ...(expected === null ? {} : { expected_version: expected }) });
      await (version > 0 ? send(version) : createOrGoOn(id, send, async () => (await readExpense(id)).updated_by === profile.id));
      return readExpense(id);
    },
    changes: expenseChanges,
    refused: (error, { version }) => (error.code === 'changed_meanwhile' ? 'changed' : version > 0 && error.code === 'expense_not_found' ? 'gone' : null),
    onSaved,
  });
  return { ...form, fields };
}
