import { merge } from '@/kit/merge.ts';
import type { CartLine } from './cart.ts';
import { flatForm, type PurchaseForm } from './form-state.ts';

/** Two people edited one order: theirs where I changed nothing, mine where I did. Says in how many values they met. */
export function mergeEdits(base: PurchaseForm, mine: PurchaseForm, theirs: PurchaseForm): { form: PurchaseForm; collisions: number } {
  const flat = { base: flatForm(base), mine: flatForm(mine), theirs: flatForm(theirs) };
  const fields = new Set([...Object.keys(flat.base), ...Object.keys(flat.mine), ...Object.keys(flat.theirs)]);
  const whole = (one: Record<string, string | null>) => Object.fromEntries([...fields].map((field) => [field, one[field] ?? null]));
  const { merged, collisions } = merge(whole(flat.base), whole(flat.mine), whole(flat.theirs));
  const text = (field: string) => (typeof merged[field] === 'string' ? merged[field] : null);

  // What came meanwhile came: that is nobody's edit.
  const lines = new Map<string, CartLine>([...mine.lines, ...theirs.lines].map((line) => [line.variant.variant_id, line]));
  const status = text('status');
  return {
    collisions: collisions.length,
    form: {
      ...mine,
      header: {
        supplierId: text('supplierId'),
        branchId: theirs.header.branchId,
        status: status === 'completed' || status === 'cancelled' ? status : 'pending',
        orderedOn: text('orderedOn') ?? '',
        dueOn: text('dueOn') ?? '',
        reference: text('reference') ?? '',
        salesmanId: text('salesmanId'),
        taxRateId: text('taxRateId'),
        tax: text('tax') ?? '',
        notes: text('notes') ?? '',
        description: text('description') ?? '',
      },
      lines: [...lines].flatMap(([id, line]) => {
        const quantity = text(`quantity:${id}`);
        return quantity === null ? [] : [{ ...line, quantity, cost: text(`cost:${id}`) ?? '', discount: text(`discount:${id}`) ?? '' }];
      }),
    },
  };
}
