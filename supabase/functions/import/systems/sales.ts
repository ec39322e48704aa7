import type { Cells } from '../fields.ts';
import type { Adapted, CellByHeader, Reader, Tools } from './helpers.ts';

/* Sales of other programs, whose files have amounts per line where the import has a price per piece, and refunds that name no sale. */

/** What the file says about a row. */
export type RowState = 'sale' | 'refund' | 'unknown' | { leftOut: string };

/** The headers of a list with a row for each item of a receipt. */
export interface ItemHeaders {
  reference: string;
  /** What tells goods apart. */
  goods: readonly string[];
  branch: string;
  customer: string;
  quantity: string;
  gross: string;
  discount: string;
  net: string;
  tax: string;
}

interface Line {
  state: RowState;
  /** Goods come back: the file calls it a refund, or its figures are below zero. */
  isBack: boolean;
  reference: string;
  /** The place and the goods. */
  key: string;
  customer: string;
  /** Null if it is not certain. */
  moment: string | null;
  /** Amounts in the currency's smallest unit, all positive; tax may be missing. */
  amounts: { quantity: number; gross: number; discount: number; net: number; tax: number | null } | null;
  quantity: number;
  /** Pieces not returned yet. */
  left: number;
}

/** The price of a piece and the discount of a line, so that the line comes to its gross amount less its discount. If no price does, the
    next higher one with a greater discount. */
export function priced(quantity: number, gross: number, discount: number): { price: number; discount: number } {
  const nearest = Math.round(gross / quantity);
  if (Math.round(nearest * quantity) === gross) return { price: nearest, discount };
  const price = Math.ceil(gross / quantity);
  return { price, discount: discount + Math.round(price * quantity) - gross };
}

/** An amount in the currency's smallest unit; null if it is not one. */
export function unitsOf(figure: string | null, decimals: number): number | null {
  if (figure === null || figure === '') return null;
  const units = Number(figure) * 10 ** decimals;
  const whole = Math.round(units);
  return Number.isFinite(units) && Math.abs(units - whole) < 1e-4 ? whole : null;
}

export const amountOf = (units: number, decimals: number): string => (units / 10 ** decimals).toFixed(decimals);

/** The simplest percentage of a net amount that comes to this tax. */
export function rateOf(net: number, tax: number): string {
  if (tax === 0) return '0';
  for (const places of [0, 1, 2, 3]) {
    const rate = ((tax / net) * 100).toFixed(places);
    if (Math.round((net * Number(rate)) / 100) === tax) return rate;
  }
  return ((tax / net) * 100).toFixed(4);
}

const isNearHalf = (rate: number): boolean => Math.abs(rate * 2 - Math.round(rate * 2)) < 0.04;

/** Whether net amounts include the tax, told by which of the two gives a round percentage; null if both or none do. */
export function includesTax(net: number, tax: number): boolean | null {
  const added = isNearHalf((tax / net) * 100);
  const included = isNearHalf((tax / (net - tax)) * 100);
  return added === included ? null : included;
}

/** Reads a list with a row for each item. momentOf: when a row was sold, or null if that is not certain; addsTax: whether tax is added to
    net amounts, if that is known. */
export const itemReader =
  (
    headers: ItemHeaders,
    stateOf: (cell: CellByHeader) => RowState,
    momentOf: (cell: CellByHeader, tools: Tools) => string | null,
    { addsTax }: { addsTax?: true } = {},
  ): Reader =>
  (rows, used, tools) => {
    const { decimals } = tools;
    // Prices recur in a file, and reading a figure takes longer than finding it here.
    const known = new Map<string, number | null>();
    const units = (cell: CellByHeader, header: string, field: 'unit_price' | 'discount' | 'document_total' | 'tax_rate') => {
      const text = cell(header);
      const key = `${field} ${text}`;
      let amount = known.get(key);
      if (amount === undefined) {
        amount = unitsOf(tools.figure(text, field), decimals);
        if (known.size < 5000) known.set(key, amount);
      }
      return amount;
    };
    const lineOf = (cell: CellByHeader): Line => {
      const quantity = Number(tools.figure(cell(headers.quantity), 'quantity') ?? NaN);
      const gross = units(cell, headers.gross, 'unit_price');
      const net = units(cell, headers.net, 'document_total');
      const discount = cell(headers.discount).trim() === '' ? 0 : units(cell, headers.discount, 'discount');
      const tax = units(cell, headers.tax, 'tax_rate');
      const state = stateOf(cell);
      const complete = gross !== null && net !== null && discount !== null && quantity !== 0 && !Number.isNaN(quantity);
      return {
        state,
        isBack: state === 'refund' || (gross ?? 0) < 0 || quantity < 0,
        reference: cell(headers.reference).trim(),
        key: [cell(headers.branch), ...headers.goods.map(cell)].map((text) => text.trim().toLowerCase()).join('\n'),
        customer: cell(headers.customer).trim(),
        moment: momentOf(cell, tools),
        amounts: complete
          ? {
              quantity: Math.abs(quantity),
              gross: Math.abs(gross),
              discount: Math.abs(discount),
              net: Math.abs(net),
              tax: tax === null ? null : Math.abs(tax),
            }
          : null,
        quantity: Math.abs(quantity),
        left: Math.abs(quantity),
      };
    };

    const lines = new Map<number, Line>();
    for (const [row, cell] of rows()) lines.set(row, lineOf(cell));
    const inOrder = [...lines.values()].sort((one, other) => compare(one.moment ?? '', other.moment ?? ''));
    const sold = inOrder.filter(({ state, isBack, moment, amounts }) => state === 'sale' && !isBack && moment && amounts);
    const soldByReference = Map.groupBy(sold, ({ reference }) => reference);
    const receiptKey = ({ reference, key }: Line) => `${reference}\n${key}`;
    const soldByReceiptKey = Map.groupBy(sold, receiptKey);
    const soldByKey = Map.groupBy(sold, ({ key }) => key);

    /* The sale that each refund comes from: of its receipt, otherwise the latest of the same customer, price and discount. */
    const sources = new Map<Line, Line>();
    for (const back of inOrder) {
      const { state, isBack, amounts, customer } = back;
      if (!isBack || !amounts || typeof state === 'object') continue;
      const { quantity, net } = amounts;
      const fits = (line: Line) =>
        line.left >= quantity &&
        (line.moment ?? '') <= (back.moment ?? '') &&
        Math.abs((line.amounts!.net * quantity) / line.amounts!.quantity - net) <= 1;
      // The numbers are limited because each refund of a large file may look at as many; no receipt has a hundred rows of the same goods.
      const source =
        soldByReceiptKey.get(receiptKey(back))?.slice(0, 100).find(fits) ??
        soldByKey
          .get(back.key)
          ?.slice(-1000)
          .findLast((line) => (customer === '' || line.customer === customer) && fits(line));
      if (!source) continue;
      source.left -= quantity;
      sources.set(back, source);
    }

    /* The tax rate of each line: the simplest of the rates of its sale, of their sums or of one line, that comes to all their taxes, or
       else to that of the line, those of large lines first. */
    const taxed = sold.filter(({ amounts }) => amounts!.tax);
    const sum = (of: Line[], what: 'net' | 'tax') => of.reduce((all, { amounts }) => all + (amounts![what] ?? 0), 0);
    const included = taxed.length === 0 || addsTax ? false : includesTax(sum(taxed, 'net'), sum(taxed, 'tax'));
    const rates = new Map<Line, string>();
    const rateOfAll = (of: Line[]) => {
      const tax = sum(of, 'tax');
      return rateOf(sum(of, 'net') - (included ? tax : 0), tax);
    };
    for (const its of Map.groupBy(
      inOrder.filter(({ amounts }) => amounts?.tax != null),
      (line) => line.reference,
    ).values()) {
      const comesTo = (rate: string, { amounts }: Line) => {
        const tax = amounts!.tax!;
        if (Number(rate) === 0) return tax === 0;
        return Math.abs(((amounts!.net - (included ? tax : 0)) * Number(rate)) / 100 - tax) <= 1;
      };
      // A few lines tell the rates; no sale has more of them.
      const largest = [...its].sort((one, other) => other.amounts!.net - one.amounts!.net).slice(0, 20);
      const found = [...new Set([rateOfAll(its), ...largest.filter(({ amounts }) => amounts!.net !== 0).map((line) => rateOfAll([line]))])];
      const common = found.filter((rate) => its.every((line) => comesTo(rate, line))).sort((one, other) => one.length - other.length)[0];
      for (const line of its) {
        const isFree = line.amounts!.net === 0;
        rates.set(line, common ?? (isFree ? '' : (found.slice(1).find((rate) => comesTo(rate, line)) ?? rateOfAll([line]))));
      }
    }

    return (cells, _, row) => {
      const line = lines.get(row);
      if (!line) return cells;
      const { state, isBack, amounts } = line;
      if (typeof state === 'object') {
        tools.leaveOut(row, state.leftOut);
        return null;
      }
      const read: Adapted = { ...cells };
      const unread: NonNullable<Adapted['unread']> = {};
      if (read.sold_at) {
        if (line.moment === null) unread.sold_at = 'time_zone_unknown';
        else read.sold_at = line.moment;
      }
      if (state === 'unknown') unread.reference = 'state_unknown';
      if (read.quantity && !Number.isNaN(line.quantity)) read.quantity = String(isBack ? -line.quantity : line.quantity);
      const isUsed = (header: string) => header.split('|').some((one) => used.includes(one));
      if (!amounts) {
        if (isUsed(headers.gross)) unread.unit_price = 'amount_unclear';
        return { ...read, unread, plain: ['quantity'] };
      }
      const source = sources.get(line);
      if (isUsed(headers.gross)) {
        // A refund has the price of its sale, and its share of the discount.
        const of = source?.amounts ?? amounts;
        const { price, discount } = priced(of.quantity, of.gross, of.discount);
        read.unit_price = amountOf(price, decimals);
        read.discount = source || discount === 0 ? '' : amountOf(discount, decimals);
      }
      if (read.tax_rate !== undefined) {
        read.tax_rate = amounts.tax === null ? '' : (rates.get(line) ?? '');
        if (amounts.tax && included === null) unread.tax_rate = 'tax_unclear';
      }
      const tax = read.tax_rate === undefined || included ? 0 : (amounts.tax ?? 0);
      if (read.document_total) read.document_total = amountOf((isBack ? -1 : 1) * (amounts.net + tax), decimals);
      if (isBack) {
        if (source) read.original = source.reference;
        // On another day, a refund is a document of its own.
        const at = soldByReference.get(line.reference)?.[0]?.moment;
        if (at !== undefined && at !== line.moment) read.reference = refundReference(line.reference, line.moment ?? '');
      }
      return { ...read, unread, plain: ['quantity', 'unit_price', 'discount', 'tax_rate', 'document_total'] };
    };
  };

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const refundReference = (reference: string, moment: string): string =>
  `${reference}-R${moment.replace(/[+-]\d\d:\d\d$/, '').replace(/\D/g, '')}`;

/** Codes identify goods alone; a name needs the size too. */
export const withoutSizeOfCode = (cells: Cells): Cells => (cells.sku || cells.barcode ? { ...cells, size: cells.size && '' } : cells);
