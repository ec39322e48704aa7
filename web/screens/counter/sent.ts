/* Converts a cart to the input of the database call. */
import { isZero } from '@/lib/money.ts';
import { chosenRateId, priceOf, lineAmounts, type CartHead, type CartLine, type ReturnLine } from './cart.ts';

const soldLine = (line: CartLine) => {
  const { discount } = lineAmounts(line);
  const rateId = chosenRateId(line);
  // The price shown to the customer is sent, because the price list may have changed since.
  return {
    variant_id: line.variant.variant_id,
    quantity: line.quantity,
    unit_price: priceOf(line),
    ...(isZero(discount) ? {} : { discount }),
    ...(rateId !== undefined && { tax_rate_id: rateId }),
  };
};

const returned = ({ lineId, quantity, stockPointId, damaged }: ReturnLine) => ({
  returns_line_id: lineId,
  quantity,
  ...(stockPointId && { stock_point_id: stockPointId }),
  ...(damaged && { damaged }),
});

export const sentLines = (lines: readonly CartLine[], { returns }: Pick<CartHead, 'returns'>): Record<string, unknown>[] => [
  ...lines.map(soldLine),
  ...returns.map(returned),
];

/** discount: off the whole sale, as an amount. */
export function sentHead(head: CartHead, place: { branch_id: string; till: string }, discount: string | null): Record<string, unknown> {
  const [reason, note] = [head.reason.trim(), head.note.trim()];
  return {
    ...place,
    ...(head.customer && { customer_id: head.customer.id }),
    ...(head.taxRateId !== 'usual' && { tax_rate_id: head.taxRateId }),
    ...(discount && !isZero(discount) && { discount }),
    ...(reason && { discount_reason: reason, tax_reason: reason }),
    ...(note && { note }),
  };
}
