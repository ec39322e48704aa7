/* What may be done to an expense now. The database enforces the same; here it decides what is shown, and why it is off: in the words of its refusal. */
import type { ExpenseDetail } from '@/db/expenses.ts';
import type { PermissionName } from '@/db/types.gen.ts';

interface Reader {
  can: (permission: PermissionName) => boolean;
  /** Works in its branch. */
  works: boolean;
}

export function actionsOf({ paid, remaining }: Pick<ExpenseDetail['expense'], 'paid' | 'remaining'>, { can, works }: Reader) {
  const when = (permission: PermissionName, state?: 'expense_paid') => (!can(permission) ? 'hidden' : !works ? 'branch_view_only' : (state ?? 'on'));
  return {
    edit: when('accounting.expenses.update'),
    delete: when('accounting.expenses.delete', paid > 0 ? 'expense_paid' : undefined),
    pay: remaining > 0 ? when('accounting.expense_payments.create') : 'hidden',
    void: when('accounting.expense_payments.void'),
  } as const;
}
