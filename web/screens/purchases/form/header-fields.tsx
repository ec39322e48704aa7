import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { memo } from 'react';
import { useCan, useMe } from '@/db/me.ts';
import { listOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { FirstBranchLink } from '@/parts/no-branch.tsx';
import { DateInput } from '@/ui/date-input.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { BY_PRODUCT, type PurchaseHeader } from './form-state.ts';

interface HeaderFieldsProps {
  header: PurchaseHeader;
  /** Messages by field. */
  problems: Partial<Record<keyof PurchaseHeader, string>>;
  isNew: boolean;
  /** Whether the supplier is fixed, because goods were received or paid for. */
  supplierFixed: boolean;
  onChange: (header: Partial<PurchaseHeader>) => void;
}

const NO_RATE = 'typed';

/** Also inactive ones, which a product may still have. */
export const taxRates = listOf('tax_rates', { select: ['id', 'name', 'name_ar', 'percentage', 'active'], sort: [['name']] });

/** The head's fields, above the lines: supplier, branch and dates. */
export const HeaderFields = memo(function HeaderFields({ header, problems, isNew, supplierFixed, onChange }: HeaderFieldsProps) {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  const seesRates = can('settings.tax_rates.view');
  const rates = useQuery({ ...taxRates, enabled: seesRates }).data?.rows ?? [];
  const workBranches = branches.filter((branch) => branch.access === 'work' || branch.id === header.branchId);
  const statuses = (isNew ? (['pending', 'completed'] as const) : (['pending', 'completed', 'cancelled'] as const)).map((value) => ({
    value,
    label: t(`purchases.status.${value}`),
    hint: t(`purchases.form.statusHint.${value}`),
    disabled: value === 'completed' && !can('purchasing.orders.receive') && header.status !== 'completed',
  }));
  return (
    <section className="purchase-head" aria-label={t('purchases.form.header')}>
      <Field
        label={t('purchases.col.supplier')}
        error={problems.supplierId}
        hint={supplierFixed ? t('errors.purchase_supplier_fixed') : undefined}
        className="purchase-wide"
      >
        <RefPicker
          table="suppliers"
          required
          value={header.supplierId}
          disabled={supplierFixed}
          placeholder={t('purchases.form.chooseSupplier')}
          onChange={(supplierId) => onChange({ supplierId })}
        />
      </Field>
      <Field label={t('purchases.col.reference')} optional error={problems.reference}>
        <TextInput value={header.reference} maxLength={64} dir="auto" onChange={(event) => onChange({ reference: event.target.value })} />
      </Field>
      <Field label={t('purchases.col.branch')} error={problems.branchId} aside={<FirstBranchLink />}>
        <Select
          icon={Store}
          value={header.branchId}
          placeholder={t('kit.choose')}
          disabled={!isNew}
          options={workBranches.map((branch) => ({ value: branch.id, label: nameOf(branch), icon: Store }))}
          onChange={(branchId) => onChange({ branchId })}
        />
      </Field>
      <Field label={t('purchases.col.status')} error={problems.status}>
        <Select value={header.status} options={statuses} onChange={(status) => onChange({ status })} />
      </Field>
      <Field label={t('purchases.col.orderedOn')} error={problems.orderedOn}>
        <DateInput value={header.orderedOn} onChange={(orderedOn) => onChange({ orderedOn })} />
      </Field>
      <Field label={t('purchases.col.dueOn')} optional error={problems.dueOn}>
        <DateInput value={header.dueOn} min={header.orderedOn} onChange={(dueOn) => onChange({ dueOn })} />
      </Field>
      <Field label={t('purchases.col.salesperson')} optional hint={t('purchases.form.salespersonHint')} error={problems.salespersonId}>
        <RefPicker
          table="profiles"
          value={header.salespersonId}
          placeholder={t('purchases.form.chooseSalesperson')}
          onChange={(salespersonId) => onChange({ salespersonId })}
        />
      </Field>
      <div className="purchase-tax">
        <Field label={t('purchases.form.tax')} error={problems.taxRateId}>
          <Select
            value={header.taxRateId ?? NO_RATE}
            options={[
              { value: NO_RATE, label: t('purchases.form.typedTax') },
              // Offered only to those whose preview can add the tax.
              ...(seesRates || header.taxRateId === BY_PRODUCT
                ? [{ value: BY_PRODUCT, label: t('document.taxByProduct'), hint: t('purchases.form.byProductHint') }]
                : []),
              ...rates
                .filter(({ id, active }) => active || id === header.taxRateId)
                .map((rate) => ({
                  value: rate.id,
                  label: t('document.rate', { name: nameOf(rate), percent: formatNumber(rate.percentage) }),
                })),
            ]}
            onChange={(value) => onChange({ taxRateId: value === NO_RATE ? null : value })}
          />
        </Field>
        {header.taxRateId === null && (
          <Field label={t('purchases.form.taxAmount')} error={problems.tax}>
            <NumberInput value={header.tax} unit={currencyWord()} format={formatMoney} onChange={(tax) => onChange({ tax })} />
          </Field>
        )}
      </div>
    </section>
  );
});
