import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { listOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { newId } from '@/lib/id.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { DateInput } from '@/ui/date-input.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import {
  isBlank,
  remainingAfter,
  offersRemaining,
  problemsOf,
  remainingFor,
  type PaymentDraft,
  type PaymentField,
} from './payment-draft.ts';
import './payments.css';

interface PaymentLinesProps {
  payments: readonly PaymentDraft[];
  onChange: (payments: readonly PaymentDraft[]) => void;
  /** The most that may be paid. */
  remaining: string;
  /** The date proposed for a new line. */
  today: string;
  /** After an attempt to save, missing input is marked as wrong. */
  strict: boolean;
  /** There is always at least one line. */
  atLeastOne?: boolean;
  /** No further line can be added. */
  single?: boolean;
  /** The number of the user's open shift, whose drawer cash is taken from unless the user says otherwise. */
  drawer?: string;
  /** Further content for a payment. */
  detailsOf?: (payment: PaymentDraft) => ReactNode;
}

export const blankPayment = (today: string, amount = ''): PaymentDraft => ({
  id: newId(),
  methodId: null,
  amount,
  paidOn: today,
  note: '',
});

export const methodsOf = () =>
  listOf('payment_methods', { select: ['id', 'name', 'name_ar', 'is_cash'], where: [['active', 'is', true]], sort: [['name']] });

/** Proposes a method for the first payment: cash if there is one, else the first. */
export function useProposed(written: readonly PaymentDraft[]): readonly PaymentDraft[] {
  const methods = useQuery(methodsOf()).data?.rows ?? [];
  const methodId = (methods.find(({ is_cash }) => is_cash) ?? methods[0])?.id;
  return written.map((payment, index) => (index === 0 && payment.methodId === null && methodId ? { ...payment, methodId } : payment));
}

/** Payments by one or several methods, each with its date. */
export function PaymentLines({ payments, onChange, remaining, today, strict, atLeastOne, single, drawer, detailsOf }: PaymentLinesProps) {
  const { t } = useTranslation();
  const methods = useQuery(methodsOf()).data?.rows ?? [];
  const options = methods.map((row) => ({ value: row.id, label: nameOf(row) }));
  const currency = currencyWord();
  const unpaid = remainingAfter(remaining, payments);
  const change = (id: string, next: Partial<PaymentDraft>) =>
    onChange(payments.map((payment) => (payment.id === id ? { ...payment, ...next } : payment)));
  return (
    <div className="pay-lines">
      {payments.map((payment, index) => {
        const maxAmount = remainingFor(payment, payments, remaining);
        // An amount without a method, or the reverse, is a problem; an untouched line only if it is required.
        const problems = isBlank(payment) && !(strict && atLeastOne) ? {} : problemsOf(payment, maxAmount);
        const errorOf = (field: PaymentField) => {
          const problem = problems[field];
          return problem && (strict || problem === 'amount_invalid' || problem === 'date_unreadable')
            ? t(`payments.${problem}`)
            : undefined;
        };
        const tooMuch = compare(unpaid, 0) < 0 && index === payments.length - 1;
        return (
          <fieldset key={payment.id} className="pay-line" aria-label={t('payments.line', { number: index + 1 })}>
            <Field label={t('payments.method')} error={errorOf('methodId')}>
              <Select
                value={payment.methodId}
                placeholder={t('payments.chooseMethod')}
                options={options}
                onChange={(methodId) => change(payment.id, { methodId })}
              />
            </Field>
            <Field
              label={t('payments.amount')}
              error={tooMuch ? t('payments.exceeds') : errorOf('amount')}
              aside={
                offersRemaining(payment, maxAmount) ? (
                  <button type="button" className="link" onClick={() => change(payment.id, { amount: maxAmount })}>
                    {t('payments.useRest', { amount: formatMoney(maxAmount) })}
                  </button>
                ) : undefined
              }
            >
              <NumberInput
                data-autofocus={atLeastOne && index === 0}
                value={payment.amount}
                unit={currency}
                format={formatMoney}
                onChange={(amount) => change(payment.id, { amount })}
              />
            </Field>
            <Field label={t('payments.paidOn')} error={errorOf('paidOn')}>
              <DateInput value={payment.paidOn} onChange={(paidOn) => change(payment.id, { paidOn })} />
            </Field>
            <Field label={t('payments.note')} optional>
              <TextInput
                value={payment.note}
                maxLength={300}
                placeholder={t('payments.noteHint')}
                onChange={(event) => change(payment.id, { note: event.target.value })}
              />
            </Field>
            {drawer && methods.some(({ id, is_cash }) => is_cash && id === payment.methodId) && (
              <div className="pay-drawer">
                <Checkbox
                  label={t('payments.fromDrawer', { shift: drawer })}
                  checked={payment.fromDrawer !== false}
                  onChange={(fromDrawer) => change(payment.id, { fromDrawer: fromDrawer ? undefined : false })}
                />
              </div>
            )}
            {detailsOf?.(payment)}
            {!(atLeastOne && payments.length === 1) && (
              <IconButton
                small
                variant="quiet"
                icon={X}
                label={t('payments.remove', { number: index + 1 })}
                onClick={() => onChange(payments.filter((other) => other !== payment))}
              />
            )}
          </fieldset>
        );
      })}
      {!single && (
        <Button small variant="quiet" icon={Plus} onClick={() => onChange([...payments, blankPayment(today)])}>
          {t(payments.length ? 'payments.addAnother' : 'payments.add')}
        </Button>
      )}
    </div>
  );
}
