/* The actions available on a sale. The database enforces the same; this decides what is shown, and which of its errors explains a
   disabled one. */
import type { PermissionName } from '@/db/types.gen.ts';
import type { SaleDetail, SaleRow } from '@/db/sales.ts';

interface Subject {
  sale: Pick<SaleDetail['sale'], 'type' | 'status' | 'business_day' | 'has_returns'>;
  payments: readonly Pick<SaleDetail['payments'][number], 'paid_after_sale' | 'voided_at'>[];
}

interface Reader {
  can: (permission: PermissionName) => boolean;
  /** Whether the user works in the sale's branch. */
  worksInBranch: boolean;
  /** Whether the user works in any branch, whose drawer can pay and whose stock can take returns. */
  worksAnywhere: boolean;
  /** The current business day of the sale's branch. */
  today: string;
}

/** Opening balances are voided in their own way. */
export function mayVoid({ sale, payments }: Subject, { can, worksInBranch, today }: Omit<Reader, 'worksAnywhere'>) {
  if (!can('accounting.sales.void') || sale.status === 'voided' || sale.type === 'opening') return 'hidden';
  if (!worksInBranch) return 'branch_view_only';
  if (sale.business_day !== today) return 'sale_day_over';
  if (sale.has_returns) return 'sale_has_returns';
  return payments.some(({ paid_after_sale, voided_at }) => paid_after_sale && voided_at === null) ? 'sale_has_payments' : 'on';
}

/** Whether an action is possible in any branch the user works in. */
type Somewhere = 'hidden' | 'on' | 'branch_view_only';

/** Paying a debt needs the permission to sell; refunding a customer, the permission to take returns. */
export function mayPay(
  { sale }: { sale: Pick<SaleRow, 'status' | 'total' | 'remaining'> },
  { can, worksAnywhere }: Pick<Reader, 'can' | 'worksAnywhere'>,
): Somewhere {
  if (sale.status === 'voided' || sale.remaining === 0 || !can(sale.total < 0 ? 'accounting.sales.return' : 'accounting.sales.create'))
    return 'hidden';
  return worksAnywhere ? 'on' : 'branch_view_only';
}

/** Possible in any branch while a line still has pieces to return. */
export function mayReturn(
  { sale }: { sale: Pick<SaleRow, 'status' | 'has_left'> },
  { can, worksAnywhere }: Pick<Reader, 'can' | 'worksAnywhere'>,
): Somewhere {
  if (sale.status === 'voided' || !can('accounting.sales.return') || !sale.has_left) return 'hidden';
  return worksAnywhere ? 'on' : 'branch_view_only';
}
