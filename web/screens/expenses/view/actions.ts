/* What may be done to an expense now. The database enforces the same; here it decides what is shown, and why it is off: in the words of its refusal. */
import type { ExpenseDetail } from '@/db/expenses.ts';
import type { PermissionName } from '@/db/types.gen.ts';

interface Reader {
  can: (permission: PermissionName) => boolean;
  /** Works in its branch. */
  works: boolean;
}

/** Files that may not be seen are told of by the refusal alone. */
type Standing = { expense: Pick<ExpenseDetail['expense'], 'paid' | 'remaining'>; files: readonly unknown[] | null };

export function actionsOf({ expense: { paid, remaining }, files }: Standing, { can, works }: Reader) {
  const when = (permission: PermissionName, state?: 'expense_paid' | 'expense_filed') =>
    !can(permission) ? 'hidden' : !works ? 'branch_view_only' : (state ?? 'on');
  return {
    edit: when('accounting.expenses.update'),
    delete: when('accounting.expenses.delete', paid > 0 ? 'expense_paid' : files?.length ? 'expense_filed' : undefined),
    pay: remaining > 0 ? when('accounting.expense_payments.create') : 'hidden',
    void: when('accounting.expense_payments.void'),
  } as const;
}
