import { merge } from '@/kit/merge.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { flatForm, type TransferForm } from './form-state.ts';
import { modeOf } from './places.ts';

/** Two people edited one transfer: theirs where I changed nothing, mine where I did. Says in how many values they met. */
export function mergeEdits(base: TransferForm, mine: TransferForm, theirs: TransferForm): { form: TransferForm; collisions: number } {
  const flat = { base: flatForm(base), mine: flatForm(mine), theirs: flatForm(theirs) };
  const fields = new Set([...Object.keys(flat.base), ...Object.keys(flat.mine), ...Object.keys(flat.theirs)]);
  const whole = (one: Record<string, string | null>) => Object.fromEntries([...fields].map((field) => [field, one[field] ?? null]));
  const { merged, collisions } = merge(whole(flat.base), whole(flat.mine), whole(flat.theirs));

  const variants = new Map<string, VariantRow>([...theirs.lines, ...mine.lines].map((line) => [line.variant.variant_id, line.variant]));
  const text = (field: string) => (typeof merged[field] === 'string' ? merged[field] : null);
  const way = { from: { branchId: text('from'), stockPointId: text('fromPoint') }, to: { branchId: text('to'), stockPointId: text('toPoint') } };
  return {
    collisions: collisions.length,
    form: {
      id: mine.id,
      mode: modeOf(way, mine.mode),
      way,
      shipping: text('shipping') ?? '',
      notes: text('notes') ?? '',
      lines: [...variants].flatMap(([id, variant]) => {
        const quantity = text(`line:${id}`);
        return quantity === null ? [] : [{ variant, quantity }];
      }),
    },
  };
}
