import { useQueryClient } from '@tanstack/react-query';
import { Banknote, CircleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import type { Terms } from '@/db/goods-index.ts';
import { errorText, type AppError } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { oneOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, isZero, minus } from '@/lib/money.ts';
import { formatNumber, isDecimal } from '@/lib/numerals.ts';
import { Tender, type TenderHandle } from '@/parts/payments/tender.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { needsReason } from './cart.ts';
import type { Cart } from './use-cart.ts';

interface MarginProps {
  cart: Cart;
  terms: Terms;
  tender: RefObject<TenderHandle | null>;
  refusal: AppError | null;
  onFinish: () => void;
  /** Sells the cart as a further sale, after one was already made from it. */
  onSellAgain: () => void;
  /** Empties the cart, which is the sale already made from it. */
  onEmpty: () => void;
}

/** The customer, the totals and the payment. */
export function Margin({ cart, terms, tender, refusal, onFinish, onSellAgain, onEmpty }: MarginProps) {
  const { t } = useTranslation();
  const { head, totals, blocked, tried, changeHead } = cart;
  const { due, change, remaining, rounding, exceeds } = totals;
  const currency = currencyWord();
  const paying = Object.values(head.amounts).some((amount) => amount !== '');
  const [owed, isRefund] = [!isZero(remaining), compare(due, 0) < 0];
  const wrong = exceeds ? 'exceeds' : tried ? blocked : null;
  return (
    <>
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
        {needsReason(head, totals) && (totals.beyond.size === 0 || cart.mayGoBeyond) && (
          <Field className="wide" label={t('counter.reason')} error={tried && blocked === 'reason_missing' && t('ui.reasonNeeded')}>
            <TextInput value={head.reason} maxLength={300} onChange={(event) => changeHead({ reason: event.target.value })} />
          </Field>
        )}
      </section>
      <section className="section counter-pay" aria-label={t('counter.paying')}>
        <Totals cart={cart} />
        <Tender
          ref={tender}
          methods={terms.payment_methods}
          amounts={head.amounts}
          due={due}
          wrong={exceeds}
          onChange={(amounts) => changeHead({ amounts })}
          onEnter={onFinish}
          keys="F9"
          onLeave={cart.closeSearch}
        />
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
        {paying && (
          <dl className="counter-change">
            <dt>{t(!owed ? 'payments.change' : isRefund ? 'counter.stillOut' : 'counter.stillOwed', { currency })}</dt>
            <dd className={owed ? 'warning' : undefined}>
              <Figure value={formatMoney(owed ? remaining.replace('-', '') : change)} />
            </dd>
          </dl>
        )}
        {cart.previewError && <Banner tone="bad">{errorText(t, cart.previewError)}</Banner>}
        {refusal && (
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
        )}
        {wrong && (
          <p className="error-text" role="alert">
            <Icon of={CircleAlert} size={14} />
            <span>{t(`counter.blocked.${wrong}`)}</span>
          </p>
        )}
        <div className="counter-go">
          <Figure className="counter-due" value={formatMoney(due)} unit={currency} />
          {paying || (isZero(due) && !cart.isEmpty) ? (
            <Button variant="primary" icon={Banknote} keys="Mod+Enter" onClick={onFinish}>
              {t('counter.finish')}
            </Button>
          ) : (
            <Button variant="primary" icon={Banknote} keys="F9" onClick={() => tender.current?.begin()}>
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

function TaxRate({ cart: { head, changeHead }, rates }: { cart: Cart; rates: Terms['tax_rates'] }) {
  const { t } = useTranslation();
  const { business } = useMe();
  const can = useCan();
  const named = (rate: Terms['tax_rates'][number] | undefined) =>
    rate ? t('document.rate', { name: nameOf(rate), percent: formatNumber(rate.percentage) }) : t('counter.noTax');
  const defaultRateId = business.sale_tax_rate_id;
  const options = [
    { value: 'usual', label: named(rates.find(({ id }) => id === defaultRateId)) },
    ...rates.filter(({ active, id }) => active && id !== defaultRateId).map((rate) => ({ value: rate.id, label: named(rate) })),
    ...(defaultRateId ? [{ value: 'none', label: t('counter.noTax') }] : []),
  ];
  // A rate chosen before the permission was withdrawn can still be reset.
  if (!can('accounting.sales.change_tax') && head.taxRateId === 'usual')
    return (
      <output>
        <bdi>{options[0]!.label}</bdi>
      </output>
    );
  return (
    <Select
      value={head.taxRateId ?? 'none'}
      options={options}
      onChange={(value) => changeHead({ taxRateId: value === 'none' ? null : value })}
    />
  );
}

/** The amount due and the figures it is made of. */
function Totals({
  cart: {
    totals: { money, due, asking },
    taxRate,
    pricing,
  },
}: {
  cart: Cart;
}) {
  const { t } = useTranslation();
  const tax = taxRate ? t('document.rate', { name: nameOf(taxRate), percent: formatNumber(taxRate.percentage) }) : t('document.totals.tax');
  const rows = [
    { label: t('document.totals.subtotal'), value: money.subtotal, shown: !isZero(money.discount) || !pricing.included },
    { label: t('document.totals.discount'), value: minus(0, money.discount), shown: !isZero(money.discount) },
    { label: pricing.included ? t('document.totals.included', { tax }) : tax, value: money.tax, shown: !isZero(money.tax) },
    // A return first pays the debt of the original sale.
    { label: t('counter.credited'), value: minus(due, money.total), shown: compare(due, money.total) !== 0 },
  ].filter(({ shown }) => shown);
  return (
    <>
      {rows.length > 0 && (
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
      )}
      <dl className="counter-big" aria-live="polite" aria-busy={asking}>
        <dt>{t(compare(due, 0) < 0 ? 'counter.toGiveBack' : 'document.totals.total', { currency: currencyWord() })}</dt>
        <dd>
          <Figure value={formatMoney(due.replace('-', ''))} tone={asking ? 'muted' : undefined} />
        </dd>
      </dl>
    </>
  );
}
