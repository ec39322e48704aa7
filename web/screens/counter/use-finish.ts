import { useEffect, useRef, useState } from 'react';
import { reloadGoods, serverTime } from '@/db/counter-goods.ts';
import { discard, isRefusal, storeSale, post, takeBack, useOutbox, type OutboxSale, type Outcome } from '@/db/counter-outbox.ts';
import { AppError } from '@/db/errors.ts';
import { hold, takeHeld } from '@/db/held-sales.ts';
import { useMe } from '@/db/me.ts';
import type { Named } from '@/db/plain-rows.ts';
import { refresh } from '@/db/query.ts';
import { deviceLetters } from '@/lib/device.ts';
import { compare, minus } from '@/lib/money.ts';
import { onDevice } from '@/lib/stored.ts';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { tendered } from '@/parts/payments/tender-amounts.ts';
import { sound } from '@/ui/sound.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { readCart, type StoredCart } from './cart.ts';
import { sentHead, sentLines } from './sent.ts';
import { provisionalReceiptOf } from './provisional-receipt.ts';
import { useLastReceipt } from './use-last-receipt.tsx';
import type { Cart, CounterPlace } from './use-cart.ts';

/** The sale just made, until the next one begins. */
export interface FinishedSale {
  sent: OutboxSale;
  change: string;
  remaining: string;
  outcome: Outcome | 'sending';
  /** Cash moves, so the drawer opens with the receipt. */
  cash: boolean;
  /** What the customer gets back, by payment method. */
  givenBack: (Named & { amount: string })[];
}

/** The device's own running number; its letters make it unique across devices. */
function nextLocalNumber(): string {
  const count = onDevice.read('receipts', 0) + 1;
  onDevice.write('receipts', count);
  return `${deviceLetters()}-${String(count).padStart(4, '0')}`;
}

/** Whether the outcome shows that prices, rates, stock or permissions differ from what the counter assumed. */
const isAssumptionWrong = (outcome: Outcome, { total }: OutboxSale): boolean =>
  outcome !== 'waiting' && ('recorded' in outcome ? compare(outcome.recorded.total, total) !== 0 : isRefusal(outcome.refused));

function reloadTerms(): void {
  void refresh(['business', 'products']);
  reloadGoods();
}

/** Makes the sale of a cart: stores it on the device, then sends it. The next sale can begin at once; a sale that is refused
    immediately returns to the cart if that is still empty. */
export function useFinish(cart: Cart, { branch, till, terms }: CounterPlace, shiftId?: string) {
  const { profile } = useMe();
  const [finished, setFinished] = useState<FinishedSale | null>(null);
  const { last, setLast } = useLastReceipt(branch.id);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  /** The sale being stored, so that a second press does not make it again. */
  const storing = useRef<string | null>(null);
  /** A sale that could not be stored and whose answer was lost: it keeps its number and its time. */
  const unanswered = useRef<OutboxSale | null>(null);
  const isEmpty = useStableCallback(() => cart.isEmpty);
  // The cart's sale is already stored, by a closed tab or by another tab with the same cart: it must not be paid again.
  const outbox = useOutbox();
  useEffect(() => {
    const stored = outbox.find(({ id }) => id === cart.form.id && id !== storing.current);
    if (stored) cart.startNextSale(readCart(stored.cart)?.form ?? cart.form);
  });

  const finish = useAfterScans(cart.scanner, async () => {
    const { form, lines, head, totals, pricing, returnValueOf, blocked } = cart;
    cart.setTried(true);
    if (blocked) return sound(false);
    if (storing.current === form.id) return;
    storing.current = form.id;
    const again = unanswered.current?.id === form.id ? unanswered.current : null;
    const localNumber = again?.localNumber ?? nextLocalNumber();
    const sent: OutboxSale = {
      id: form.id,
      person: profile.id,
      branchId: branch.id,
      madeAt: new Date().toISOString(),
      localNumber,
      total: totals.money.total,
      cart: { form, variants: lines.map(({ variant }) => variant) } satisfies StoredCart,
      sale: {
        ...sentHead(head, { branch_id: branch.id, till }, totals.discount),
        reference: localNumber,
        sold_at: again?.sale.sold_at ?? serverTime(),
        ...(shiftId && { shift_id: shiftId }),
      },
      lines: sentLines(lines, head),
      payments: tendered(head.amounts, totals.due, pricing.coin),
    };
    setRefusal(null);
    const provisional = provisionalReceiptOf({
      number: localNumber,
      soldAt: sent.madeAt,
      head,
      lines,
      totals,
      pricing,
      returnValueOf,
      branch,
      salesperson: profile,
      methods: terms.payment_methods,
    });
    const methodOf = (id: string) => terms.payment_methods.find((method) => method.id === id);
    setFinished({
      sent,
      change: totals.change,
      remaining: totals.remaining,
      outcome: 'sending',
      cash: sent.payments.some(({ payment_method_id: id }) => methodOf(id)?.is_cash),
      givenBack: sent.payments.flatMap(({ payment_method_id: id, amount }) => {
        const method = methodOf(id);
        return method && compare(amount, 0) < 0 ? [{ ...method, amount: minus(0, amount) }] : [];
      }),
    });
    setLast({ id: sent.id, paper: provisional, number: null });
    const isStored = await storeSale(sent);
    // Lines scanned meanwhile belong to the next sale. A sale that could not be stored stays in the cart until it is recorded.
    if (isStored) cart.startNextSale(form);
    const show = (outcome: Outcome) => {
      setFinished((now) => (now?.sent.id === sent.id ? { ...now, outcome } : now));
      if (outcome !== 'waiting' && 'recorded' in outcome)
        setLast((now) => (now?.id === sent.id ? { ...now, number: outcome.recorded.number } : now));
    };
    const outcome = await post(sent, isStored, (later) => {
      show(later);
      if (isAssumptionWrong(later, sent)) reloadTerms();
    });
    if (outcome !== 'waiting' && 'refused' in outcome && (!isStored || isEmpty())) {
      if (isStored) await takeBack(sent.id).catch(() => undefined);
      unanswered.current = !isStored && !isRefusal(outcome.refused) ? sent : null;
      sound(false);
      setFinished(null);
      setLast(last);
      setRefusal(outcome.refused);
      storing.current = null;
      if (isStored)
        cart.begin(
          form,
          lines.map(({ variant }) => variant),
        );
    } else {
      if (!isStored) cart.startNextSale(form);
      show(outcome);
    }
    // After the cart is restored: a user who has lost the permission to sell leaves this page.
    if (isAssumptionWrong(outcome, sent)) reloadTerms();
  });
  const forget = (id: string) => {
    setLast((now) => (now?.id === id ? null : now));
    setFinished((now) => (now?.sent.id === id ? null : now));
  };
  return {
    finished,
    /** The sale whose receipt can be printed again. */
    last,
    refusal,
    finish,
    /** Another tab made the cart's sale with other content: sells the cart as a further sale. */
    sellAgain: () => {
      cart.renew();
      setRefusal(null);
    },
    /** Empties the cart, because the user says it is the sale of the other tab. */
    empty: () => {
      cart.begin();
      setRefusal(null);
    },
    /** Holds the cart; any till of the branch can resume it. */
    hold: async (label: string | null) => {
      const { form, head, totals } = cart;
      await hold({
        id: form.id,
        branch_id: branch.id,
        till,
        label,
        lines: form.lines.length + head.returns.length,
        total: totals.due,
        cart: { form } satisfies StoredCart,
      });
      setFinished(null);
      cart.begin();
    },
    resume: async (id: string) => {
      const held = await takeHeld(id, readCart);
      if (!held) throw new AppError('held_sale_taken', { status: 409 });
      cart.begin(held.form);
    },
    /** Discards a sale that did not take place, with its receipt. */
    discard: async (sale: OutboxSale, reason: string) => {
      await discard(sale, reason);
      forget(sale.id);
    },
    /** Returns an unrecorded sale to the cart under its own id, so that it is not sold twice if it was recorded after all. */
    returnToCart: async (sale: OutboxSale) => {
      const stored = readCart(sale.cart);
      if (!stored) throw new AppError('cart_unreadable', { status: 409 });
      await takeBack(sale.id);
      forget(sale.id);
      cart.begin(stored.form, stored.variants ?? []);
    },
  };
}
