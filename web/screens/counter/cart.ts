/* The cart of a sale at the till: its lines, its amounts, and what blocks the sale. No React. */
import type { DocumentTax, VariantWords } from '@/db/documents.ts';
import type { Terms } from '@/db/goods-index.ts';
import type { SalePreview } from '@/db/sales.ts';
import { compare, isZero, minus, roundMoney, sum, times } from '@/lib/money.ts';
import { decimalsOf, isAmount, isDecimal } from '@/lib/numerals.ts';
import { readPercent } from '@/lib/typed-number.ts';
import { listPrice, saleMoney, allocatePayments, type PricingRules, type SaleMoney } from '@/lib/sale-money.ts';
import type { DocumentForm, FormLine } from '@/parts/document/form.ts';
import { quantityProblem, type QuantityProblem } from '@/parts/lines/quantity.ts';
import { isTenderSound, tendered, type Amounts } from '@/parts/payments/tender-amounts.ts';
import { taxesOf } from '@/parts/sale/sale-amounts.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';

/** Its price is the base price. max_discount is missing for a product that is not stored on the device; the database knows it. */
export type CartVariant = VariantRow & { max_discount?: number };

/** Merges a variant of the cart with new data. Only the server knows its stock, and only the device its maximum discount. */
export const joinVariant = (known: CartVariant, now: CartVariant): CartVariant => ({
  ...known,
  ...now,
  at_source: now.at_source ?? known.at_source,
  max_discount: now.max_discount ?? known.max_discount,
});

/** tax: 'usual' in this sale, 'none', or the id of a rate. */
export type CartFigure = 'quantity' | 'price' | 'discount' | 'tax';

/** A customer with their price group. */
export interface CartCustomer {
  id: string;
  name: string;
  name_ar: string | null;
  price_group_id: string | null;
}

/** A line of an earlier sale with the quantity that is returned. */
export interface ReturnLine {
  /** The line of the original sale. */
  lineId: string;
  variant: VariantWords;
  number: string;
  /** The largest quantity that can be returned. */
  left: string;
  quantity: string;
  /** The stock point the goods are put in; null: the shop floor. */
  stockPointId: string | null;
  /** Written off on return. */
  damaged: boolean;
}

export interface CartHead {
  customer: CartCustomer | null;
  returns: readonly ReturnLine[];
  /** 'usual': the default rate of the business, as in carts stored on devices; null: no tax. */
  taxRateId: string | null | 'usual';
  /** Off the whole sale: an amount, or a percentage of it. */
  discount: string;
  reason: string;
  note: string;
  /** Amounts handed over, by payment method. */
  amounts: Amounts;
}

export type CartForm = DocumentForm<CartHead, CartFigure>;

/** Stored with a held or unsent sale beside its input, to show, print or edit it again. */
export interface StoredCart {
  form: CartForm;
  variants?: readonly CartVariant[];
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isTextOrNull: Check = (value) => value === null || isText(value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const each =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** An object with these fields and no others. */
const exactly =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => name in fields) &&
    Object.entries(fields).every(([name, check]) => check(value[name]));

const isId: Check = (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

const isReturn = exactly({
  lineId: isText,
  variant: isObject,
  number: isText,
  left: isText,
  quantity: isText,
  stockPointId: isTextOrNull,
  damaged: (value) => typeof value === 'boolean',
} satisfies Record<keyof ReturnLine, Check>);
const isHead = exactly({
  customer: (value) => value === null || (isObject(value) && isText(value.id) && isText(value.name)),
  returns: each(isReturn),
  taxRateId: (value) => value === null || value === 'usual' || isId(value),
  discount: isText,
  reason: isText,
  note: isText,
  amounts: (value) => isObject(value) && Object.values(value).every(isText),
} satisfies Record<keyof CartHead, Check>);
const isLine = exactly({
  variantId: isText,
  figures: exactly({
    quantity: isText,
    price: isText,
    discount: isText,
    // Carts stored before lines had a rate of their own lack it.
    tax: (value) => value === undefined || value === 'usual' || value === 'none' || isId(value),
  } satisfies Record<CartFigure, Check>),
});

/** Whether this version knows every field and value of a stored form, which another version may have written. */
export const isCartForm = (form: unknown): form is CartForm =>
  isObject(form) && isText(form.id) && isHead(form.head) && each(isLine)(form.lines);

/** Reads a stored cart; null if another version wrote it with fields or values that this one does not know. */
export const readCart = (stored: unknown): StoredCart | null =>
  isObject(stored) && isCartForm(stored.form) && Object.keys(stored).every((name) => name === 'form' || name === 'variants')
    ? (stored as unknown as StoredCart)
    : null;

export const emptyHead: CartHead = { customer: null, returns: [], taxRateId: 'usual', discount: '', reason: '', note: '', amounts: {} };

/** Something was agreed on beside the goods. */
export const hasTerms = ({ customer, taxRateId, discount, note }: CartHead): boolean =>
  customer !== null || taxRateId !== emptyHead.taxRateId || discount !== '' || note !== '';

/** A line with its figures as typed. */
export interface WrittenLine extends Record<CartFigure, string> {
  variant: CartVariant;
}
export interface CartLine extends WrittenLine {
  /** The unit price of the customer's price group. */
  list: string;
}

/** How the business prices and rounds, and the customer's price group. */
export interface Pricing extends PricingRules {
  rates: Terms['tax_rates'];
  /** The default tax rate of the business. */
  defaultRateId: string | null;
  /** The customer's price group, in percent. */
  group: string;
  /** The coin cash is rounded to; null: no rounding. */
  coin: number | null;
}

export const groupOf = ({ price_groups }: Pick<Terms, 'price_groups'>, customer: CartCustomer | null) =>
  price_groups.find(({ id }) => id === customer?.price_group_id) ?? price_groups.find(({ is_default }) => is_default);

export const lineOf = (variantId: string, quantity = '1'): FormLine<CartFigure> => ({
  variantId,
  figures: { quantity, price: '', discount: '', tax: 'usual' },
});

/** The lines that are new since `before`, and the quantities that others have grown by. */
export function linesAddedSince(before: readonly FormLine<CartFigure>[], now: readonly FormLine<CartFigure>[]): FormLine<CartFigure>[] {
  const known = new Map(before.map(({ variantId, figures }) => [variantId, figures.quantity]));
  return now.flatMap((line) => {
    const was = known.get(line.variantId);
    const { quantity } = line.figures;
    if (was === undefined) return [line];
    return was !== quantity && isDecimal(was) && isDecimal(quantity) && compare(quantity, was) > 0
      ? [lineOf(line.variantId, minus(quantity, was))]
      : [];
  });
}

export const priced = (line: WrittenLine, pricing: Pricing): CartLine => ({
  ...line,
  list: listPrice(String(line.variant.price), pricing.group, pricing),
});

type TaxHead = Pick<CartHead, 'taxRateId'>;
type TaxPricing = Pick<Pricing, 'rates' | 'defaultRateId'>;

/** The id of the rate of a line's product. Null: no tax, as in the functions below. */
export const productRateId = ({ variant }: Pick<WrittenLine, 'variant'>, { defaultRateId }: Pick<Pricing, 'defaultRateId'>) =>
  variant.tax_rate_id ?? defaultRateId;

/** The id of the rate that a line has unless another is chosen for it: the one chosen for the sale, or else its product's. */
export const usualRateId = (line: WrittenLine, { taxRateId }: TaxHead, pricing: Pick<Pricing, 'defaultRateId'>) =>
  taxRateId === 'usual' ? productRateId(line, pricing) : taxRateId;

/** The id of the rate chosen for a line; undefined: it has the usual one. */
export const chosenRateId = ({ tax }: Pick<WrittenLine, 'tax'>): string | null | undefined =>
  tax === 'usual' ? undefined : tax === 'none' ? null : tax;

export function rateIdOf(line: WrittenLine, head: TaxHead, pricing: TaxPricing) {
  const chosen = chosenRateId(line);
  return chosen === undefined ? usualRateId(line, head, pricing) : chosen;
}

/** The tax rate of a line; undefined: one that this device does not know yet. */
export function rateOf(line: WrittenLine, head: TaxHead, pricing: TaxPricing) {
  const id = rateIdOf(line, head, pricing);
  return id === null ? null : pricing.rates.find((rate) => rate.id === id);
}

/** The unit price: the typed one, or else the list price. */
export const priceOf = ({ price, list }: Pick<CartLine, 'price' | 'list'>): string => price || list;

/** A discount as an amount: as typed, or a percentage of `off`; null if the text is neither. */
function discountOf(text: string, off: string): string | null {
  if (text === '') return '0';
  const percent = readPercent(text);
  if (percent !== null) return roundMoney(times(off, times(percent, '0.01')));
  return isDecimal(text) ? text : null;
}

export interface LineProblem {
  figure: CartFigure;
  kind: QuantityProblem | 'not_positive' | 'negative' | 'more_than_line';
}

const PRICE_DECIMALS = 4;

interface LineAmounts {
  problem: LineProblem | null;
  /** Before the line's discount. */
  subtotal: string;
  discount: string;
}
// Caches the amounts of unchanged lines.
const cache = new WeakMap<CartLine, LineAmounts>();

function findProblem(line: CartLine, subtotal: string, discount: string | null): LineProblem | null {
  const { quantity, price, variant } = line;
  const ofQuantity = quantityProblem(quantity, variant.by_measure);
  if (ofQuantity) return { figure: 'quantity', kind: ofQuantity };
  if (compare(quantity, 0) <= 0) return { figure: 'quantity', kind: 'not_positive' };
  if (price !== '' && !isDecimal(price)) return { figure: 'price', kind: 'not_a_number' };
  if (price.startsWith('-')) return { figure: 'price', kind: 'negative' };
  if (price !== '' && !isAmount(price)) return { figure: 'price', kind: 'too_large' };
  if (decimalsOf(price) > PRICE_DECIMALS) return { figure: 'price', kind: 'too_precise' };
  if (discount === null) return { figure: 'discount', kind: 'not_a_number' };
  if (discount.startsWith('-')) return { figure: 'discount', kind: 'negative' };
  if (compare(roundMoney(discount), discount) !== 0) return { figure: 'discount', kind: 'too_precise' };
  return compare(discount, subtotal) > 0 ? { figure: 'discount', kind: 'more_than_line' } : null;
}

export function lineAmounts(line: CartLine): LineAmounts {
  const known = cache.get(line);
  if (known) return known;
  const unit = priceOf(line);
  const subtotal = isDecimal(line.quantity) && isDecimal(unit) ? roundMoney(times(line.quantity, unit)) : '0';
  const discount = discountOf(line.discount, subtotal);
  const computed = { problem: findProblem(line, subtotal, discount), subtotal, discount: discount ?? '0' };
  cache.set(line, computed);
  return computed;
}

/** A line's total before the discount on the whole sale; null if one of its figures is invalid. */
export function totalOf(line: CartLine): string | null {
  const { problem, subtotal, discount } = lineAmounts(line);
  return problem ? null : minus(subtotal, discount);
}

export interface CartTotals {
  money: Omit<SaleMoney, 'lines'>;
  /** The amounts of each line that is sold. */
  sold: SaleMoney['lines'];
  taxes: DocumentTax[];
  /** The amount to pay, or to refund if negative: the total, less what the returns take off an unpaid debt. */
  due: string;
  /** The database values the returned goods; until it has answered, the total is unknown. */
  asking: boolean;
  pieces: string;
  /** The sum of the lines before the discount on the whole sale. */
  lines: string;
  /** The discount on the whole sale as an amount; null if it is invalid or exceeds the sum. */
  discount: string | null;
  /** The number of invalid lines. */
  wrong: number;
  /** Variants sold below their product's maximum discount. */
  beyond: ReadonlySet<string>;
  /** A line has another tax rate than its product. */
  taxChanged: boolean;
  /** The tax rate of a line is not on this device yet. */
  rateUnknown: boolean;
  paid: string;
  remaining: string;
  change: string;
  /** Cash handed over beyond the amount due, negative if less, because there is no smaller coin. */
  rounding: string;
  exceeds: boolean;
}

/** preview: the database's amounts, for a sale with returns. */
export function cartTotals(
  rows: readonly CartLine[],
  head: CartHead,
  pricing: Pricing,
  isCash: (methodId: string) => boolean,
  preview?: SalePreview,
): CartTotals {
  const valid = rows.filter((line) => lineAmounts(line).problem === null);
  const rates = valid.map((line) => rateOf(line, head, pricing));
  const before = sum(valid.map((line) => totalOf(line) ?? '0'));
  const written = discountOf(head.discount, before);
  const discount =
    written === null || written.startsWith('-') || compare(written, before) > 0 || compare(roundMoney(written), written) !== 0
      ? null
      : written;
  const sold = saleMoney(
    valid.map((line, index) => ({
      product: line.variant.product_id,
      quantity: line.quantity,
      base: String(line.variant.price),
      price: priceOf(line),
      discount: lineAmounts(line).discount,
      maxDiscount: String(line.variant.max_discount ?? 100),
      tax: rates[index] ?? null,
    })),
    { group: pricing.group, discount: discount ?? '0' },
    pricing,
  );
  const taxed = sold.lines.map(({ tax, total }, index) => {
    const rate = rates[index];
    return { tax_rate_id: rate?.id ?? null, tax_percentage: rate?.percentage ?? 0, tax_included: pricing.included, tax, total };
  });
  const money = preview
    ? { subtotal: String(preview.subtotal), discount: String(preview.discount), tax: String(preview.tax), total: String(preview.total) }
    : sold;
  const due = preview ? String(preview.remaining) : sold.total;
  return {
    money,
    sold: sold.lines,
    taxes: taxesOf(preview?.lines ?? taxed, pricing.rates),
    due,
    asking: head.returns.length > 0 && !preview,
    pieces: sum(valid.map(({ quantity }) => quantity)),
    lines: before,
    discount,
    wrong: rows.length - valid.length,
    taxChanged: valid.some((line) => rateIdOf(line, head, pricing) !== productRateId(line, pricing)),
    rateUnknown: rates.includes(undefined),
    beyond: new Set(valid.flatMap(({ variant }, index) => (sold.lines[index]?.exceedsMaxDiscount ? [variant.variant_id] : []))),
    ...allocatePayments(
      due,
      tendered(head.amounts, due, pricing.coin).map(({ payment_method_id, amount }) => ({ amount, cash: isCash(payment_method_id) })),
      pricing.coin,
    ),
  };
}

export type Blocked =
  | 'unknown'
  | 'no_lines'
  | 'wrong_returns'
  | 'asking'
  | 'wrong_lines'
  | 'discount_invalid'
  | 'beyond'
  | 'reason_missing'
  | 'amount_invalid'
  | 'exceeds'
  | 'unpaid';

/** One reason covers both a discount beyond the maximum and an unusual tax rate. */
export const needsReason = ({ beyond, taxChanged }: Pick<CartTotals, 'beyond' | 'taxChanged'>): boolean => beyond.size > 0 || taxChanged;

/** The first problem that blocks the sale; the database refuses the same. lines: those of the cart; rows: those whose variant is known. */
export function blockedBy(
  lines: CartForm['lines'],
  rows: readonly CartLine[],
  head: CartHead,
  cart: CartTotals,
  mayGoBeyond: boolean,
): Blocked | null {
  if (rows.length < lines.length || cart.rateUnknown) return 'unknown';
  if (rows.length === 0 && head.returns.length === 0) return 'no_lines';
  if (head.returns.some((line) => returnProblem(line) !== null)) return 'wrong_returns';
  if (cart.wrong > 0) return 'wrong_lines';
  if (cart.discount === null) return 'discount_invalid';
  if (cart.asking) return 'asking';
  if (cart.beyond.size > 0 && !mayGoBeyond) return 'beyond';
  if (needsReason(cart) && head.reason.trim() === '') return 'reason_missing';
  if (!isTenderSound(head.amounts, cart.due)) return 'amount_invalid';
  if (cart.exceeds) return 'exceeds';
  return !isZero(cart.remaining) && head.customer === null ? 'unpaid' : null;
}

/** Why this quantity cannot be returned. */
export function returnProblem({
  quantity,
  left,
  variant,
}: Pick<ReturnLine, 'quantity' | 'left'> & { variant: Partial<VariantWords> }): QuantityProblem | 'not_positive' | 'exceeds' | null {
  // For goods the user may not see, only the database knows whether they are measured.
  const problem = quantityProblem(quantity, variant.by_measure ?? true);
  if (problem !== null) return problem;
  if (compare(quantity, 0) <= 0) return 'not_positive';
  return compare(quantity, left) > 0 ? 'exceeds' : null;
}
