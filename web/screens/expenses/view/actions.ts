/* The actions available on an expense. The database enforces the same; this decides what is shown, and which of its errors explains a
   disabled one. */
import type { ExpenseDetail } from '@/db/expenses.ts';
import type { PermissionName } from '@/db/types.gen.ts';

interface Reader {
  can: (permission: PermissionName) => boolean;
  /** Whether the user works in its branch. */
  worksInBranch: boolean;
}

/** files: null if the user may not see them; then only the database refuses. */
type Standing = { expense: Pick<ExpenseDetail['expense'], 'paid' | 'remaining'>; files: readonly unknown[] | null };

export function actionsOf({ expense: { paid, remaining }, files }: Standing, { can, worksInBranch }: Reader) {
  const when = (permission: PermissionName, state?: 'expense_paid' | 'expense_filed') =>
    !can(permission) ? 'hidden' : !worksInBranch ? 'branch_view_only' : (state ?? 'on');
  return {
    edit: when('accounting.expenses.update'),
    copy: when('accounting.expenses.create'),
    delete: when('accounting.expenses.delete', paid > 0 ? 'expense_paid' : files?.length ? 'expense_filed' : undefined),
    pay: remaining > 0 ? when('accounting.expense_payments.create') : 'hidden',
    void: when('accounting.expense_payments.void'),
  } as const;
}
