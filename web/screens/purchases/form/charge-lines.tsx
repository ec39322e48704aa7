import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useCan } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { amountProblem, blankCharge, chargeKinds, chargeSpreads, isBlank, type ChargeDraft } from './charges.ts';
import { BY_PRODUCT, type PurchaseHeader } from './form-state.ts';
import { taxRates } from './header-fields.tsx';
import '@/parts/payments/payments.css';

interface ChargeLinesProps {
  header: Pick<PurchaseHeader, 'charges' | 'taxRateId'>;
  /** After an attempt to save, missing input is marked as wrong. */
  strict: boolean;
  /** Goods were received: the user may not change what they cost. */
  fixed: boolean;
  onChange: (charges: readonly ChargeDraft[]) => void;
}

const NO_RATE = 'none';

/** The charges of an order: kind, amount, tax rate, and how the goods share them. */
export function ChargeLines({ header: { charges, taxRateId }, strict, fixed, onChange }: ChargeLinesProps) {
  const { t } = useTranslation();
  const hasRates = taxRateId !== null;
  const rates = useQuery({ ...taxRates, enabled: useCan()('settings.tax_rates.view') && hasRates }).data?.rows ?? [];
  const change = (at: number, next: Partial<ChargeDraft>) =>
    onChange(charges.map((charge, index) => (index === at ? { ...charge, ...next } : charge)));
  return (
    <div className="pay-lines">
      {fixed && <p className="hint">{t('errors.charges_frozen')}</p>}
      {charges.map((charge, index) => {
        const problem = isBlank(charge) ? null : amountProblem(charge);
        return (
          // The list has no ids; it is short, and a row has no state of its own.
          <fieldset key={index} className="pay-line" aria-label={t('purchases.charges.line', { number: index + 1 })}>
            <Field label={t('purchases.charges.kindLabel')}>
              <Select
                value={charge.kind}
                disabled={fixed}
                options={chargeKinds.map((value) => ({ value, label: t(`purchases.charges.kind.${value}`) }))}
                onChange={(kind) => change(index, { kind })}
              />
            </Field>
            <Field
              label={t('purchases.charges.amount')}
              error={problem && (strict || problem === 'amount_invalid') ? t(`purchases.charges.${problem}`) : undefined}
            >
              <NumberInput
                value={charge.amount}
                unit={currencyWord()}
                format={formatMoney}
                disabled={fixed}
                onChange={(amount) => change(index, { amount })}
              />
            </Field>
            <Field label={t('purchases.charges.spreadLabel')}>
              <Select
                value={charge.spread}
                disabled={fixed}
                options={chargeSpreads.map((value) => ({ value, label: t(`purchases.charges.spread.${value}`) }))}
                onChange={(spread) => change(index, { spread })}
              />
            </Field>
            {hasRates && (
              <Field label={t('purchases.form.tax')}>
                <Select
                  value={charge.taxRateId ?? NO_RATE}
                  disabled={fixed}
                  options={[
                    { value: NO_RATE, label: t('purchases.charges.noTax') },
                    ...rates
                      .filter(({ id, active }) => active || id === charge.taxRateId)
                      .map((rate) => ({
                        value: rate.id,
                        label: t('document.rate', { name: nameOf(rate), percent: formatNumber(rate.percentage) }),
                      })),
                  ]}
                  onChange={(value) => change(index, { taxRateId: value === NO_RATE ? null : value })}
                />
              </Field>
            )}
            <Field label={t('purchases.charges.note')} optional>
              <TextInput
                value={charge.note}
                maxLength={300}
                readOnly={fixed}
                placeholder={t('purchases.charges.noteHint')}
                onChange={(event) => change(index, { note: event.target.value })}
              />
            </Field>
            {!fixed && (
              <IconButton
                small
                variant="quiet"
                icon={X}
                label={t('purchases.charges.remove', { number: index + 1 })}
                onClick={() => onChange(charges.filter((_, at) => at !== index))}
              />
            )}
          </fieldset>
        );
      })}
      {!fixed && charges.length < 20 && (
        <Button
          small
          variant="quiet"
          icon={Plus}
          onClick={() => onChange([...charges, blankCharge(taxRateId === BY_PRODUCT ? null : taxRateId)])}
        >
          {t('purchases.charges.add')}
        </Button>
      )}
    </div>
  );
}
