import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { reloadGoods } from '@/db/counter-goods.ts';
import type { Goods, Terms } from '@/db/goods-index.ts';
import { useCan, useMe } from '@/db/me.ts';
import type { Branch } from '@/db/me-types.ts';
import { useOnline } from '@/db/online.ts';
import { salePreview } from '@/db/sales.ts';
import { newId } from '@/lib/id.ts';
import { compare, plus } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { useDocumentForm, type FormRules } from '@/parts/document/use-document-form.ts';
import { useStoredDraft } from '@/parts/document/use-stored-draft.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import { fetchVariants, type FindVariants } from '@/parts/variant-picker/variant-row.ts';
import { unlessScanned } from '@/ui/scan.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import {
  blockedBy,
  linesAddedSince,
  emptyHead,
  groupOf,
  isCartForm,
  joinVariant,
  lineOf,
  priced,
  cartTotals,
  returnProblem,
  type CartFigure,
  type CartForm,
  type CartHead,
  type CartLine,
  type CartVariant,
  type Pricing,
  type WrittenLine,
} from './cart.ts';
import { sentHead, sentLines } from './sent.ts';
import { useCartVariants } from './use-cart-variants.ts';

type Flat = Record<keyof CartHead, string | null>;

export interface CounterPlace {
  branch: Branch;
  till: string;
  goods: Goods | null;
  terms: Terms;
}

const emptyForm = (): CartForm => ({ id: newId(), head: emptyHead, lines: [] });

const rules: FormRules<CartHead, CartFigure, Flat, CartVariant, WrittenLine> = {
  flat: ({ customer, amounts, returns, ...head }) => ({
    ...head,
    customer: customer?.id ?? null,
    amounts: JSON.stringify(amounts),
    returns: JSON.stringify(returns),
  }),
  // A cart has no other editor.
  headOf: (_flat, mine) => mine,
  rowOf: ({ figures }, variant) => ({ variant, ...lineOf(variant.variant_id).figures, ...figures }),
  joinVariant,
};

/** Searches the products stored on the device, and the server while online. */
function useFind(goods: Goods | null, branchId: string): FindVariants {
  const online = useOnline();
  return useCallback(
    async (question, signal) => {
      const near = goods?.find(question) ?? [];
      // The device knows all words unless its product list was cut; a code may belong to a product created just now.
      const isAll = goods !== null && (!online || (question.codes === undefined && !goods.cached.cut));
      if (near.length > 0 || isAll) return near;
      return (await fetchVariants({ ...question, places: { source_branch_id: branchId } }, signal)).filter(({ active }) => active);
    },
    [goods, online, branchId],
  );
}

/** The cart of one counter: its lines, entered by scanner and keys, and its totals. */
export function useCart({ branch, till, goods, terms }: CounterPlace) {
  const { business } = useMe();
  const mayGoBeyond = useCan()('accounting.sales.discount_beyond');
  const { restored, ...kept } = useStoredDraft<CartHead, CartFigure>(`counter:${branch.id}`, null, isCartForm);
  const [start] = useState<CartForm>(() => restored ?? emptyForm());
  const [base] = useState(emptyForm);
  const cart = useDocumentForm<CartHead, Exclude<CartFigure, 'quantity'>, Flat, CartVariant, WrittenLine>(
    { start, base, version: null, goods: [], ...kept },
    rules,
  );
  const { form, rows, know, touch, changeHead, setFigure, remove, scanner, grid } = cart;
  const { head } = form;
  useCartVariants(
    form.lines.map(({ variantId }) => variantId),
    rows,
    goods,
    branch.id,
    know,
  );

  const group = groupOf(terms, head.customer);
  const pricing = useMemo<Pricing>(
    () => ({
      decimals: business.currency_decimals,
      included: business.prices_include_tax,
      group: String(group?.percentage ?? 0),
      coin: business.cash_rounding,
      rates: terms.tax_rates,
      defaultRateId: business.sale_tax_rate_id,
    }),
    [business, group, terms],
  );
  // An unchanged line stays the same object.
  const pricedOf = useMemo(() => {
    const made = new WeakMap<WrittenLine, CartLine>();
    return (row: WrittenLine): CartLine => {
      const line = made.get(row) ?? priced(row, pricing);
      made.set(row, line);
      return line;
    };
  }, [pricing]);
  const lines = useMemo(() => rows.map(pricedOf), [rows, pricedOf]);
  const isCash = useCallback((id: string) => terms.payment_methods.some((method) => method.id === id && method.is_cash), [terms]);
  const sold = useMemo(() => cartTotals(lines, head, pricing, isCash), [lines, head, pricing, isCash]);
  // Returned goods are worth what they were sold for, which only the database knows.
  const hasReturns = head.returns.length > 0;
  const previewInput = { sale: sentHead(head, { branch_id: branch.id, till }, sold.discount), lines: sentLines(lines, head) };
  const preview = useQuery({
    ...salePreview(previewInput),
    enabled: hasReturns && sold.wrong === 0 && sold.discount !== null && head.returns.every((line) => returnProblem(line) === null),
  });
  const totals = useMemo(
    () =>
      hasReturns
        ? {
            ...cartTotals(lines, head, pricing, isCash, preview.data),
            asking: preview.data === undefined || preview.isPlaceholderData,
          }
        : sold,
    [hasReturns, lines, head, pricing, isCash, preview.data, preview.isPlaceholderData, sold],
  );
  useEffect(() => {
    if (totals.rateUnknown) reloadGoods();
  }, [totals.rateUnknown]);
  const blocked = blockedBy(form.lines, lines, head, totals, mayGoBeyond);

  /** The line that keys and typed orders apply to: the last one added or edited. */
  const [lastId, setLast] = useState<string | null>(null);
  const last = form.lines.find(({ variantId }) => variantId === lastId) ?? form.lines.at(-1);
  const add = useStableCallback((picked: readonly PickedVariant[]) => {
    cart.add(
      picked.map(({ variant, quantity }) => lineOf(variant.variant_id, quantity)),
      picked.map(({ variant }) => variant),
    );
    setLast(picked.at(-1)?.variant.variant_id ?? null);
  });
  const setQuantity = (quantity: string) => {
    if (!last) return;
    setFigure(last.variantId, 'quantity', quantity);
    touch([{ id: last.variantId, before: last.figures.quantity }]);
  };
  /** An order typed instead of a code: "*5" sets the last line's quantity, "10%" its discount, "3*code" adds 3 of another. */
  const order = useStableCallback((text: string): boolean => {
    const [, before, behind] = /^([^*×]*)[*×](.+)$/.exec(text) ?? [];
    if (before !== undefined && behind !== undefined) {
      const quantity = readDecimal(before || behind);
      if (quantity === null) return false;
      if (before) scanner.current?.scan(behind.trim(), quantity);
      else setQuantity(quantity);
      return true;
    }
    if (!/^[\d.٠-٩٫]+[%٪]$/.test(text) || !last) return false;
    setFigure(last.variantId, 'discount', text);
    touch([{ id: last.variantId, before: null }]);
    return true;
  });
  const step = useStableCallback((by: string) => {
    const quantity = last?.figures.quantity ?? '';
    if (isDecimal(quantity) && compare(plus(quantity, by), 0) > 0) setQuantity(plus(quantity, by));
  });
  const key = useStableCallback((event: KeyboardEvent) => {
    if (!last) return;
    const by = event.key === '+' ? '1' : event.key === '-' ? '-1' : null;
    if (by !== null && isDecimal(last.figures.quantity)) unlessScanned(event, () => step(by));
    else if (event.key === 'Delete') remove(last.variantId);
    else if (event.key === 'ArrowUp') grid.current?.focus(last.variantId);
    else return;
    event.preventDefault();
  });
  const restart = (next: (now: CartForm) => CartForm) => {
    cart.setTried(false);
    setLast(null);
    cart.beginNext(next);
    cart.closeSearch();
  };
  const write = useStableCallback((id: string, figure: string, value: string) => {
    setLast(id);
    setFigure(id, figure, value);
  });
  return {
    form,
    head,
    lines,
    group,
    pricing,
    totals,
    /** Why the returns cannot be priced. */
    previewError: hasReturns ? preview.error : null,
    returnValueOf: (lineId: string) => (preview.data?.lines ?? []).find(({ returns_line_id }) => returns_line_id === lineId)?.total,
    isEmpty: form.lines.length === 0 && !hasReturns,
    blocked,
    mayGoBeyond,
    scanner,
    add,
    /** The line that keys apply to. */
    last: last?.variantId,
    choose: setLast,
    step,
    remove,
    order,
    key,
    closeSearch: cart.closeSearch,
    find: useFind(goods, branch.id),
    changeHead,
    question: cart.page.question,
    sheet: { ...cart.page.sheet, lines, onFigure: write },
    tried: cart.tried,
    setTried: cart.setTried,
    renew: cart.regenerateId,
    /** Begins the next sale, or one that was held or is rewritten. */
    begin: useStableCallback((next: CartForm = emptyForm(), of: readonly CartVariant[] = []) => {
      // The stock stored with a sale may be outdated.
      know(of.map((variant) => ({ ...variant, at_source: null })));
      restart(() => next);
    }),
    /** Begins the next sale with the lines added to the cart since `made`. */
    startNextSale: useStableCallback((made: CartForm) =>
      restart((now) => ({ ...emptyForm(), lines: linesAddedSince(made.lines, now.lines) })),
    ),
  };
}

export type Cart = ReturnType<typeof useCart>;
