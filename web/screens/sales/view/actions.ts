/* What may be done with a sale now. The database enforces the same; here it decides what is shown, and why it is off: in the words of its refusal. */
import type { PermissionName } from '@/db/types.gen.ts';
import type { SaleDetail } from '@/db/sales.ts';

interface Subject {
  sale: Pick<SaleDetail['sale'], 'status' | 'business_day' | 'total' | 'remaining' | 'has_returns' | 'has_left'>;
  payments: readonly Pick<SaleDetail['payments'][number], 'paid_after_sale' | 'voided_at'>[];
}

interface Reader {
  can: (permission: PermissionName) => boolean;
  /** Works in the sale's branch. */
  works: boolean;
  /** In any branch: whose drawer pays, and into whose stock goods come back. */
  worksAnywhere: boolean;
  /** The business day of that branch. */
  today: string;
}

export function mayVoid({ sale, payments }: Subject, { can, works, today }: Omit<Reader, 'worksAnywhere'>) {
  if (!can('accounting.sales.void') || sale.status === 'voided') return 'hidden';
  if (!works) return 'branch_view_only';
  if (sale.business_day !== today) return 'sale_day_over';
  if (sale.has_returns) return 'sale_has_returns';
  return payments.some(({ paid_after_sale, voided_at }) => paid_after_sale && voided_at === null) ? 'sale_has_payments' : 'on';
}

/** What may be done in any branch that the reader works in. */
type Somewhere = 'hidden' | 'on' | 'branch_view_only';

/** What is owed is paid by who sells; what is owed to the customer, by who takes goods back. */
export function mayPay({ sale }: Pick<Subject, 'sale'>, { can, worksAnywhere }: Pick<Reader, 'can' | 'worksAnywhere'>): Somewhere {
  if (sale.status === 'voided' || sale.remaining === 0 || !can(sale.total < 0 ? 'accounting.sales.return' : 'accounting.sales.create'))
    return 'hidden';
  return worksAnywhere ? 'on' : 'branch_view_only';
}

/** In any branch, and as long as something is left of a line. */
export function mayReturn({ sale }: Pick<Subject, 'sale'>, { can, worksAnywhere }: Pick<Reader, 'can' | 'worksAnywhere'>): Somewhere {
  if (sale.status === 'voided' || !can('accounting.sales.return') || !sale.has_left) return 'hidden';
  return worksAnywhere ? 'on' : 'branch_view_only';
}
