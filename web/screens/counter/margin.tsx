import { useQueryClient } from '@tanstack/react-query';
import { Banknote, CircleAlert } from 'lucide-react';
import { useMemo, type ReactNode, type RefObject } from 'react';
import type { Terms } from '@/db/goods-index.ts';
import { errorText, type AppError } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { oneOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, isZero, minus, sum } from '@/lib/money.ts';
import { formatNumber, isDecimal } from '@/lib/numerals.ts';
import { byNames } from '@/lib/row-order.ts';
import { taxRows } from '@/parts/document/totals.ts';
import { notesOf } from '@/parts/payments/quick-amounts.ts';
import { Tender, type TenderHandle } from '@/parts/payments/tender.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { needsReason, productRateId } from './cart.ts';
import { rateOptions } from './line-tax.tsx';
import type { Cart } from './use-cart.ts';

interface MarginProps {
  cart: Cart;
  terms: Terms;
  tender: RefObject<TenderHandle | null>;
  refusal: AppError | null;
  /** The field of the reason for a discount or another tax rate. */
  reason: RefObject<HTMLInputElement | null>;
  /** Begins the payment. */
  onPay: () => void;
  onFinish: () => void;
  /** Sells the cart as a further sale, after one was already made from it. */
  onSellAgain: () => void;
  /** Empties the cart, which is the sale already made from it. */
  onEmpty: () => void;
  /** The cart, where the tiles take the place of its lines. */
  lines: ReactNode;
  /** Beside the amount due on a phone. */
  lastLine: ReactNode;
}

/** On a phone it is below the visible part of the page. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The customer, the totals and the payment. */
export function Margin({ cart, terms, tender, refusal, reason, onPay, onFinish, onSellAgain, onEmpty, lines, lastLine }: MarginProps) {
  const { t, i18n } = useTranslation();
  const { head, totals, blocked, tried, changeHead } = cart;
  const { due, rounding, exceeds } = totals;
  const paying = isPaying(head);
  // The device stores them once for readers of both languages.
  const methods = useMemo(
    () => [...terms.payment_methods].sort((a, b) => Number(b.is_cash) - Number(a.is_cash) || byNames<typeof a>('name')(a, b)),
    [terms.payment_methods, i18n.language], // eslint-disable-line react-hooks/exhaustive-deps
  );
  const isRefund = compare(due, 0) < 0;
  const finishText = () => {
    const [method] = terms.payment_methods
      .filter(({ id }) => isDecimal(head.amounts[id] ?? ''))
      .sort((a, b) => compare(head.amounts[b.id] ?? 0, head.amounts[a.id] ?? 0));
    if (isRefund && method) return t('counter.giveBackBy', { amount: formatMoney(head.amounts[method.id] ?? 0), method: nameOf(method) });
    return isZero(totals.change) ? t('counter.finish') : t('counter.finishChange', { amount: formatMoney(totals.change) });
  };
  const wrong = exceeds ? 'exceeds' : tried ? blocked : null;
  return (
    <>
      <Due cart={cart} />
      {lines}
      <section className="section counter-terms">
        <Customer cart={cart} />
        <Field className="wide" label={t('counter.note')} optional>
          <TextInput value={head.note} maxLength={4000} onChange={(event) => changeHead({ note: event.target.value })} />
        </Field>
        <Field label={t('counter.tax')}>
          <TaxRate cart={cart} rates={terms.tax_rates} />
        </Field>
        <Field label={t('counter.discount')} error={totals.discount === null && t('counter.discountWrong')}>
          <NumberInput
            value={head.discount}
            format={(text) => (isDecimal(text) ? formatMoney(text) : text)}
            onChange={(discount) => changeHead({ discount })}
          />
        </Field>
      </section>
      <section className="section counter-pay" aria-label={t('counter.paying')}>
        <Totals cart={cart} />
        <Tender
          ref={tender}
          methods={methods}
          amounts={head.amounts}
          due={due}
          wrong={exceeds}
          onChange={(amounts) => changeHead({ amounts })}
          onEnter={onFinish}
          keys="F9"
          onLeave={cart.closeSearch}
        />
        {needsReason(totals) && (totals.beyond.size === 0 || cart.mayGoBeyond) && (
          <Field label={t('counter.reason')} error={tried && blocked === 'reason_missing' && t('ui.reasonNeeded')}>
            <TextInput
              ref={reason}
              value={head.reason}
              maxLength={300}
              onChange={(event) => changeHead({ reason: event.target.value })}
              onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && onFinish()}
            />
          </Field>
        )}
        {!isZero(rounding) && (
          <dl className="key-values counter-sums">
            <div>
              <dt>{t('payments.rounding')}</dt>
              <dd>
                <Figure value={formatMoney(rounding)} />
              </dd>
            </div>
          </dl>
        )}
        {cart.previewError && <Banner tone="bad">{errorText(t, cart.previewError)}</Banner>}
        {refusal && (
          <div className="counter-wrong" ref={intoView}>
            <Banner tone="bad">
              <b>{t('counter.refused')}</b>
              <p>{errorText(t, refusal)}</p>
              {refusal.code === 'exists_already' && (
                <p className="inline-group counter-ways">
                  <Button small onClick={onEmpty}>
                    {t('counter.emptyCart')}
                  </Button>
                  <Button small onClick={onSellAgain}>
                    {t('counter.sellAnew')}
                  </Button>
                </p>
              )}
            </Banner>
          </div>
        )}
        {wrong && (
          <p className="error-text counter-wrong" role="alert" ref={intoView}>
            <Icon of={CircleAlert} size={14} />
            <span>{t(`counter.blocked.${wrong}`)}</span>
          </p>
        )}
        <div className="counter-go">
          {lastLine}
          <DueFigure cart={cart} className="counter-due" />
          {paying || (isZero(due) && !cart.isEmpty) ? (
            <Button variant="primary" icon={Banknote} keys="Mod+Enter" onClick={onFinish}>
              {finishText()}
            </Button>
          ) : (
            <Button variant="primary" icon={Banknote} keys="F9" onClick={onPay}>
              {t(isRefund ? 'counter.payOut' : 'counter.pay')}
            </Button>
          )}
          {head.customer && !paying && !isZero(due) && (
            <Button keys="Mod+Enter" onClick={onFinish}>
              {t('counter.onAccount')}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}

/** Choosing a customer sets their price group. Offline, only the customer already chosen is offered. */
function Customer({
  cart: {
    head: { customer },
    group,
    changeHead,
    closeSearch,
  },
}: {
  cart: Cart;
}) {
  const { t } = useTranslation();
  const can = useCan();
  const online = useOnline();
  const client = useQueryClient();
  const choose = async (id: string | null) => {
    const row = id === null ? null : await client.fetchQuery(oneOf('customers', id));
    changeHead({ customer: row && { id: row.id, name: row.name, name_ar: row.name_ar, price_group_id: row.price_group_id } });
    closeSearch();
  };
  const pays = group && t('counter.group', { name: nameOf(group), percent: formatNumber(group.percentage) });
  return (
    <Field label={t('counter.customer')} hint={group && !group.is_default ? pays : undefined} className="wide">
      {online && can('contacts.customers.view') ? (
        <RefPicker table="customers" value={customer?.id ?? null} placeholder={t('sales.walkIn')} onChange={(id) => void choose(id)} />
      ) : (
        <output className="counter-customer">
          <bdi>{customer ? nameOf(customer) : t('sales.walkIn')}</bdi>
        </output>
      )}
    </Field>
  );
}

function TaxRate({ cart: { head, lines, pricing, changeHead }, rates }: { cart: Cart; rates: Terms['tax_rates'] }) {
  const { t } = useTranslation();
  const can = useCan();
  const usual = new Set(lines.map((line) => productRateId(line, pricing)));
  const chosen = head.taxRateId ?? 'none';
  const options = rateOptions(t, rates, usual.size > 1 ? undefined : [...usual, pricing.defaultRateId][0], [head.taxRateId]);
  // A rate chosen before the permission was withdrawn can still be reset.
  if (!can('accounting.sales.change_tax') && head.taxRateId === 'usual')
    return (
      <output>
        <bdi>{options[0]!.label}</bdi>
      </output>
    );
  return <Select value={chosen} options={options} onChange={(value) => changeHead({ taxRateId: value === 'none' ? null : value })} />;
}

const isPaying = (head: Cart['head']): boolean => Object.values(head.amounts).some((amount) => amount !== '');

/** The figure that everybody waits for: the total, then what is still to pay or the change; of a return what is to give back. */
function useDue({ head, totals: { due, remaining, change } }: Cart): { word: string; amount: string; tone?: 'warning' } {
  const { t } = useTranslation();
  const currency = currencyWord();
  const isRefund = compare(due, 0) < 0;
  if (!isPaying(head))
    return { word: t(isRefund ? 'counter.toGiveBack' : 'document.totals.total', { currency }), amount: due.replace('-', '') };
  if (isZero(remaining)) return { word: t('payments.change', { currency }), amount: change };
  return {
    word: t(isRefund ? 'counter.stillOut' : 'counter.stillOwed', { currency }),
    amount: remaining.replace('-', ''),
    tone: 'warning',
  };
}

function DueFigure({ cart, className }: { cart: Cart; className: string }) {
  const { word, amount, tone } = useDue(cart);
  return (
    <span className={className}>
      <small>{word}</small>
      <Figure value={formatMoney(amount)} tone={tone} />
    </span>
  );
}

/** The head of the margin, which stays while the rest scrolls. */
function Due({ cart }: { cart: Cart }) {
  const { t } = useTranslation();
  const { business } = useMe();
  const { head, totals } = cart;
  const { word, amount, tone } = useDue(cart);
  const currency = currencyWord();
  if (!isPaying(head))
    return (
      <dl className="section counter-big due-head" aria-live="polite" aria-busy={totals.asking}>
        <dt>{word}</dt>
        <dd>
          <Figure value={formatMoney(amount)} tone={totals.asking ? 'muted' : undefined} />
        </dd>
      </dl>
    );
  const notes = isZero(totals.remaining) ? notesOf(totals.change, business.denominations) : [];
  return (
    <div className="section due-head" aria-live="polite">
      <dl className="due-parts">
        <div className="counter-big">
          <dt>{t(compare(totals.due, 0) < 0 ? 'counter.toGiveBack' : 'document.totals.total', { currency })}</dt>
          <dd>
            <Figure value={formatMoney(totals.due.replace('-', ''))} tone={totals.asking ? 'muted' : undefined} />
          </dd>
        </div>
        <div>
          <dt>{t('counter.taken')}</dt>
          <dd>
            <Figure value={formatMoney(sum(Object.values(head.amounts).filter(isDecimal)))} />
          </dd>
        </div>
      </dl>
      <dl className="counter-change">
        <dt>
          {word}
          {notes.length > 0 && (
            <small>
              <bdi dir="ltr">{notes.map((note) => formatNumber(note)).join(' + ')}</bdi>
            </small>
          )}
        </dt>
        <dd>
          <Figure value={formatMoney(amount)} tone={tone} />
        </dd>
      </dl>
    </div>
  );
}

/** The figures that the amount due is made of. */
function Totals({
  cart: {
    totals: { money, due, taxes },
    pricing,
  },
}: {
  cart: Cart;
}) {
  const { t } = useTranslation();
  const rows = [
    { label: t('document.totals.subtotal'), value: money.subtotal, shown: !isZero(money.discount) || !pricing.included },
    { label: t('document.totals.discount'), value: minus(0, money.discount), shown: !isZero(money.discount) },
    ...taxRows(t, taxes).map(({ label, amount, included }) => ({
      label: included ? t('document.totals.included', { tax: label }) : label,
      value: amount,
      shown: !isZero(amount) || taxes.length > 1,
    })),
    // A return first pays the debt of the original sale.
    { label: t('counter.credited'), value: minus(due, money.total), shown: compare(due, money.total) !== 0 },
  ].filter(({ shown }) => shown);
  return (
    rows.length > 0 && (
      <dl className="key-values counter-sums">
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Figure value={formatMoney(value)} />
            </dd>
          </div>
        ))}
      </dl>
    )
  );
}
