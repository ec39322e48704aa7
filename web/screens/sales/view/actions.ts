/* Whether a sale may be voided now. The database enforces the same; here it decides what is shown, and why it is off: in the words of its refusal. */
import type { PermissionName } from '@/db/types.gen.ts';
import type { SaleDetail } from '@/db/sales.ts';

interface Subject {
  sale: Pick<SaleDetail['sale'], 'status' | 'business_day'>;
  items: readonly Pick<SaleDetail['items'][number], 'returned'>[];
  payments: readonly Pick<SaleDetail['payments'][number], 'later' | 'voided_at'>[];
}

interface Reader {
  can: (permission: PermissionName) => boolean;
  /** Works in the sale's branch. */
  works: boolean;
  /** The business day of that branch. */
  today: string;
}

export function mayVoid({ sale, items, payments }: Subject, { can, works, today }: Reader) {
  if (!can('accounting.sales.void') || sale.status === 'voided') return 'hidden';
  if (!works) return 'branch_view_only';
  if (sale.business_day !== today) return 'sale_day_over';
  if (items.some(({ returned }) => returned > 0)) return 'sale_has_returns';
  return payments.some(({ later, voided_at }) => later && voided_at === null) ? 'sale_has_payments' : 'on';
}
