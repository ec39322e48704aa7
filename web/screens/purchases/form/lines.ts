/* The lines of an order in its form, and their totals, rounded exactly as in the database. */
import type { DocumentTax } from '@/db/documents.ts';
import { compare, lineTotal, minus, percentOf, roundMoney, sum, times } from '@/lib/money.ts';
import { isAmount, isDecimal } from '@/lib/numerals.ts';
import { readPercent } from '@/lib/typed-number.ts';
import { costProblem, type CostProblem } from '@/parts/lines/cost.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import type { ShownVariant, VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { ChargeDraft } from './charges.ts';

export type CartVariant = ShownVariant & Pick<VariantRow, 'by_measure' | 'tax_rate_id'>;

/** `free`: how many of the pieces cost nothing. */
export type LineField = 'quantity' | 'free' | 'cost' | 'discount';

export interface CartLine extends Record<LineField, string> {
  variant: CartVariant;
  /** Received pieces: the quantity cannot go below them. */
  received: number;
  /** What the received pieces cost when the form was opened; only some users may correct it. */
  costed?: { free: number; cost: number; discount: number; mayCorrect: boolean } | undefined;
  /** Pieces that will not be delivered. */
  closed: number;
}

export type LineProblem =
  | { field: 'quantity'; kind: QuantityProblem | 'not_positive' | 'below_received' }
  | { field: 'free'; kind: QuantityProblem | 'more_than_line' }
  | { field: 'cost'; kind: CostProblem | 'missing' }
  | { field: 'discount'; kind: CostProblem | 'more_than_line' };

interface LineAmounts {
  problem: LineProblem | null;
  total: string | null;
}

// Caches the amounts of unchanged lines.
const cache = new WeakMap<CartLine, LineAmounts>();

function lineAmounts(line: CartLine): LineAmounts {
  const known = cache.get(line);
  if (known) return known;
  const problem = findProblem(line);
  const computed = { problem, total: problem ? null : findTotal(line) };
  cache.set(line, computed);
  return computed;
}

export const problemOf = (line: CartLine): LineProblem | null => lineAmounts(line).problem;

function findProblem(line: CartLine): LineProblem | null {
  const { quantity, free, cost, discount, received, variant } = line;
  const ofQuantity = quantityProblem(quantity, variant.by_measure);
  if (ofQuantity) return { field: 'quantity', kind: ofQuantity };
  if (compare(quantity, 0) <= 0) return { field: 'quantity', kind: 'not_positive' };
  if (compare(quantity, received) < 0) return { field: 'quantity', kind: 'below_received' };
  const ofFree = free === '' ? null : quantityProblem(free, variant.by_measure);
  if (ofFree) return { field: 'free', kind: ofFree };
  if (compare(free || '0', quantity) > 0) return { field: 'free', kind: 'more_than_line' };
  if (cost === '') return { field: 'cost', kind: 'missing' };
  const ofCost = costProblem(cost);
  if (ofCost) return { field: 'cost', kind: ofCost };
  if (discount === '') return null;
  const ofDiscount = costProblem(discount);
  if (ofDiscount) return { field: 'discount', kind: ofDiscount };
  return compare(discount, times(paidFor(line), cost)) > 0 ? { field: 'discount', kind: 'more_than_line' } : null;
}

const paidFor = ({ quantity, free }: Pick<CartLine, 'quantity' | 'free'>) => minus(quantity, free || '0');

/** Whether the user may not change the cost, discount and free pieces of a line. */
export const hasFixedCost = ({ costed }: Pick<CartLine, 'costed'>): boolean => costed !== undefined && !costed.mayCorrect;

/** Whether saving corrects what received pieces cost. */
export const correctsCost = ({ costed, free, cost, discount }: CartLine): boolean =>
  costed !== undefined &&
  (compare(cost, costed.cost) !== 0 || compare(discount || '0', costed.discount) !== 0 || compare(free || '0', costed.free) !== 0);

/** A line's total, or null if a figure is invalid. Closed pieces take their share of it. */
export const totalOf = (line: CartLine): string | null => lineAmounts(line).total;

function findTotal(line: CartLine): string {
  const { quantity, cost, discount, closed } = line;
  if (closed === 0) return lineTotal({ quantity: paidFor(line), price: cost, discount: discount || '0' });
  return roundMoney(times(minus(times(paidFor(line), cost), discount || '0'), shareOf(minus(quantity, closed), quantity)));
}

const shareOf = (part: string, whole: string) => times(percentOf(part, whole, 20) ?? '0', '0.01');

/** Converts a percentage such as "5%" to an amount of the line; other texts are returned unchanged. */
export function discountOf(text: string, line: Pick<CartLine, 'quantity' | 'free' | 'cost'>): string {
  const percent = readPercent(text);
  if (percent === null || !isDecimal(line.quantity) || !isDecimal(line.free || '0') || !isDecimal(line.cost)) return text;
  return roundMoney(times(times(paidFor(line), line.cost), times(percent, '0.01')));
}

export interface CartTotals {
  lines: number;
  pieces: string;
  /** The number of lines that block the save. */
  wrong: number;
  discount: string;
  subtotal: string;
  /** By kind. */
  charges: { kind: ChargeDraft['kind']; amount: string }[];
  tax: string;
  /** By rate, in the order of the lines; empty where the amount is typed. */
  taxes: DocumentTax[];
  total: string;
}

/** A tax rate with its name in the reader's language. */
export interface Rate {
  id: string;
  name: string;
  percentage: number;
}
/** The tax rate of a line; null: no tax. */
export type RateOf = (line: CartLine) => Rate | null;
/** A charge with its tax rate; null: no tax. */
export interface RatedCharge extends Pick<ChargeDraft, 'kind' | 'amount'> {
  rate: Rate | null;
}

/** rateOf: null where the typed tax amount is used. The tax of a rate is that of the sum of its lines and charges, as in
    private.total_purchase. */
export function totalsOf(
  lines: readonly CartLine[],
  rateOf: RateOf | null,
  typedTax: string,
  charges: readonly RatedCharge[] = [],
): CartTotals {
  const valid = lines.flatMap((line) => {
    const total = totalOf(line);
    return total === null ? [] : [{ line, total }];
  });
  const subtotal = sum(valid.map(({ total }) => total));
  const charged = charges.flatMap(({ kind, amount, rate }) =>
    isAmount(amount) ? [{ kind, net: roundMoney(amount), rate: rateOf && rate }] : [],
  );
  const taxed = [...valid.map(({ line, total }) => ({ net: total, rate: rateOf?.(line) ?? null })), ...charged];
  const byRate = Map.groupBy(taxed, ({ rate }) => (rate ? `${rate.id} ${rate.percentage}` : ''));
  const taxes = [...byRate.values()].map((group): DocumentTax => {
    const rate = group[0]?.rate ?? null;
    const net = sum(group.map((one) => one.net));
    return {
      ...{ tax_rate_id: rate?.id ?? null, tax_rate: rate?.name ?? null, tax_rate_ar: null, percentage: rate?.percentage ?? 0 },
      ...{ net, tax: roundMoney(times(times(net, rate?.percentage ?? 0), '0.01')) },
    };
  });
  const tax = rateOf === null ? roundMoney(isDecimal(typedTax) ? typedTax : '0') : roundMoney(sum(taxes.map((one) => one.tax)));
  return {
    lines: lines.length,
    wrong: lines.length - valid.length,
    pieces: sum(lines.flatMap(({ quantity }) => (isDecimal(quantity) ? [quantity] : []))),
    discount: sum(valid.map(({ line }) => line.discount || '0')),
    subtotal: roundMoney(subtotal),
    charges: [...Map.groupBy(charged, ({ kind }) => kind)].map(([kind, some]) => ({ kind, amount: sum(some.map(({ net }) => net)) })),
    tax,
    taxes: rateOf === null ? [] : taxes,
    total: roundMoney(sum([subtotal, ...charged.map(({ net }) => net), tax])),
  };
}

export interface Picked {
  variant: CartVariant;
  quantity: string;
  cost?: string;
  discount?: string;
}

/** The number of pieces that are still to be delivered. */
export const outstandingOf = (lines: readonly CartLine[]): number =>
  Number(sum(lines.flatMap(({ quantity, received, closed }) => (isDecimal(quantity) ? [quantity, -received - closed] : []))));
