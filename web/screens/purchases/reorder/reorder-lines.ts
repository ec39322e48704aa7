/* The proposed lines of a reorder, and the orders that they become. */
import type { ProposedCost, ProposedLine, ReorderInput } from '@/db/purchases.ts';
import { compare, sum } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { problemOf, totalOf, type CartLine, type LineProblem } from '../form/lines.ts';

export interface ReorderLine extends CartLine {
  lineId: string;
  branchId: string;
  branch: Pick<ProposedLine, 'branch' | 'branch_ar'>;
  supplierId: string | null;
  onHand: number;
}

export const lineOf = ({ branch, branch_ar, supplier_id, quantity, unit_cost, on_hand, ...line }: ProposedLine): ReorderLine => ({
  lineId: `${line.variant_id}:${line.branch_id}`,
  variant: { ...line, tax_rate_id: null },
  branchId: line.branch_id,
  branch: { branch, branch_ar },
  supplierId: supplier_id,
  onHand: on_hand,
  quantity: quantity === 0 ? '' : String(quantity),
  cost: unit_cost === null ? '' : String(unit_cost),
  free: '',
  discount: '',
  received: 0,
  closed: 0,
});

/** Lines without a quantity are not ordered. */
export const isOrdered = ({ quantity }: ReorderLine): boolean => quantity !== '' && !(isDecimal(quantity) && compare(quantity, 0) === 0);

export const problemOfOrdered = (line: ReorderLine): LineProblem | null => (isOrdered(line) ? problemOf(line) : null);
export const lacksSupplier = (line: ReorderLine): boolean => isOrdered(line) && line.supplierId === null;

/** Chooses a supplier for a line; where it had none, also for the others of its product that have none. */
export function chooseSupplier(lines: readonly ReorderLine[], lineId: string, supplierId: string): ReorderLine[] {
  const chosen = lines.find((line) => line.lineId === lineId);
  const isMeant = (line: ReorderLine) =>
    line.lineId === lineId ||
    (chosen?.supplierId === null && line.supplierId === null && line.variant.product_id === chosen.variant.product_id);
  return lines.map((line) => (isMeant(line) ? { ...line, supplierId } : line));
}

/** Fills in the costs last agreed with a supplier, and others only where none is known. */
export function withCosts(lines: readonly ReorderLine[], supplierId: string, costs: readonly ProposedCost[]): ReorderLine[] {
  const known = new Map(costs.map((cost) => [cost.variant_id, cost]));
  return lines.map((line) => {
    const cost = line.supplierId === supplierId ? known.get(line.variant.variant_id) : undefined;
    return cost && (cost.source === 'supplier' || line.cost === '') ? { ...line, cost: String(cost.unit_cost) } : line;
  });
}

export interface PlannedOrder {
  supplierId: string;
  branch: ReorderLine['branch'];
  lines: number;
  total: string;
}

/** The orders that the lines become: one for each supplier and branch. */
export function ordersOf(lines: readonly ReorderLine[]): PlannedOrder[] {
  const ordered = lines.filter((line) => isOrdered(line) && line.supplierId !== null);
  return [...Map.groupBy(ordered, ({ supplierId, branchId }) => `${supplierId} ${branchId}`).values()].map((group) => ({
    supplierId: group[0]!.supplierId!,
    branch: group[0]!.branch,
    lines: group.length,
    total: sum(group.map((line) => totalOf(line) ?? '0')),
  }));
}

export const inputOf = (id: string, lines: readonly ReorderLine[]): ReorderInput => ({
  id,
  lines: lines.filter(isOrdered).map(({ branchId, supplierId, variant, quantity, cost }) => ({
    branch_id: branchId,
    supplier_id: supplierId ?? '',
    variant_id: variant.variant_id,
    quantity,
    unit_cost: cost,
  })),
});
