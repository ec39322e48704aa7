/* The state of the dialog that receives goods: the quantity entered per line, at most what is outstanding. */
import type { PurchaseItem } from '@/db/purchases.ts';
import { compare, plus, sum } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';
import { quantityProblem } from '@/parts/lines/quantity.ts';
import { outstandingOf } from './figures.ts';

export type Received = ReadonlyMap<string, string>;
type Expected = Pick<PurchaseItem, 'variant_id' | 'quantity' | 'received' | 'closed' | 'by_measure'>;

const isPieces = (text: string) => isAmount(text) && quantityProblem(text, true) === null;

export type ReceiveProblem = 'not_a_number' | 'not_whole' | 'exceeds';

export function receiveProblem(item: Expected, text: string): ReceiveProblem | null {
  if (text === '') return null;
  if (!isPieces(text)) return 'not_a_number';
  if (quantityProblem(text, item.by_measure) !== null) return 'not_whole';
  return compare(text, outstandingOf(item)) > 0 ? 'exceeds' : null;
}

export const allOutstanding = (items: readonly Expected[]): Received =>
  new Map(items.filter((item) => outstandingOf(item) > 0).map((item) => [item.variant_id, String(outstandingOf(item))]));

/** Adds one piece for a scan, or returns why it is refused. */
export function addScan(
  items: readonly Expected[],
  received: Received,
  variantId: string,
): { received: Received; refused: 'not_ordered' | 'exceeds' | null } {
  const item = items.find((candidate) => candidate.variant_id === variantId);
  if (!item) return { received, refused: 'not_ordered' };
  const before = received.get(variantId) ?? '';
  const next = isPieces(before) ? plus(before, 1) : '1';
  if (compare(next, outstandingOf(item)) > 0) return { received, refused: 'exceeds' };
  return { received: new Map(received).set(variantId, next), refused: null };
}

export const piecesOf = (received: Received): string => sum([...received.values()].filter(isPieces));

export const linesOf = (received: Received) =>
  [...received]
    .filter(([, quantity]) => isPieces(quantity) && compare(quantity, 0) > 0)
    .map(([variant_id, quantity]) => ({ variant_id, quantity }));
