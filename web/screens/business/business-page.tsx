import { useState, type ReactNode } from 'react';
import { useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { AllChanges } from '@/kit/changes/all-changes.tsx';
import { CodedInput } from '@/kit/coded-input.tsx';
import { RecordField, type OwnInput } from '@/kit/record-field.tsx';
import { FieldNotices } from '@/kit/record-notices.tsx';
import { typedValues } from '@/kit/rules.ts';
import { SaveBar } from '@/kit/save-bar.tsx';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { useRecordForm } from '@/kit/use-record-form.ts';
import { currencyDecimals, weekdayName } from '@/lib/country.ts';
import { formatMoney } from '@/lib/money.ts';
import { decimalsOf, formatNumber } from '@/lib/numerals.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { Banner } from '@/ui/banner.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { toast } from '@/ui/toast.tsx';
import { businessFields } from './business-fields.ts';
import { CountryDialog } from './country-dialog.tsx';
import { Denominations } from './denominations.tsx';
import { Logo } from './logo.tsx';

type FieldName = keyof typeof businessFields;
/** The coins to which the database can round cash. */
const coins = ['0.05', '0.1', '0.25', '0.5', '1'];
const days = ['0', '1', '2', '3', '4', '5', '6'] as const;

export function Component() {
  const { t, i18n } = useTranslation();
  const { business } = useMe();
  const can = useCan();
  const disabled = !can('settings.business.update');
  const online = useOnline();
  const text = useCountText();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const [start] = useState(() => ({ id: business.id, version: business.version, base: typedValues(businessFields, { ...business }) }));
  const record = useRecordForm({
    resource: { table: 'business', fields: businessFields },
    start,
    typed: start.base,
    row: business,
    onSaved: () => {
      toast({ tone: 'ok', text: t('business.saved') });
    },
  });
  const { values, changed, set, form } = record;
  const guard = useLeaveGuard(changed.length > 0 && !record.busy);

  const label = (name: string) => t(`business.fields.${name as FieldName}`);
  const field = (name: FieldName, { more = '', input }: { more?: string; input?: OwnInput } = {}) => (
    <RecordField
      name={name}
      field={businessFields[name]}
      label={label(name)}
      hint={[t(`business.hints.${name}` as 'business.hints.currency', { defaultValue: '' }), more].filter(Boolean).join(' ') || undefined}
      control={form.control}
      disabled={disabled}
      input={input}
    />
  );
  const selectField = (name: FieldName, options: readonly { value: string; label: string }[], hint?: string) => (
    <Field label={label(name)} hint={hint}>
      <Select value={String(values[name])} disabled={disabled} options={options} onChange={(value) => set({ [name]: value })} />
    </Field>
  );
  const decimals = Number(values.currency_decimals);
  return (
    <form
      ref={record.formElement}
      className="record"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        record.submit();
      }}
    >
      <PageHead
        title={t('business.title')}
        sub={t('business.sub')}
        actions={<AllChanges table="business" id={business.id} name={nameOf(business)} />}
      />
      <div className="document">
        <div className="body">
          <div className="notices section">
            {disabled && <Banner tone="off">{t('business.readOnly')}</Banner>}
            <FieldNotices record={record} fields={businessFields} onDiscard={record.discard} label={label} />
          </div>
          <FieldSection title={t('business.identity')}>
            {field('name')}
            {field('name_ar')}
            {field('website')}
            {field('contact_number')}
            {field('alternate_contact_number')}
            {field('tax_number', {
              more: t(`business.taxNumbers.${String(values.country)}` as 'business.taxNumbers.SA', { defaultValue: '' }),
            })}
            {field('country', {
              input: (value, change) => (
                <CodedInput
                  kind="country"
                  value={value}
                  disabled={disabled}
                  onChange={(country) => {
                    change(country);
                    setAskedFor(country);
                  }}
                />
              ),
            })}
          </FieldSection>
          <FieldSection title={t('business.formats')}>
            {field('currency', {
              input: (value, change) => (
                <CodedInput
                  kind="currency"
                  value={value}
                  disabled={disabled}
                  onChange={(currency) => {
                    change(currency);
                    set({ currency_decimals: String(currencyDecimals(currency)) });
                  }}
                />
              ),
            })}
            {selectField(
              'currency_decimals',
              ['0', '2', '3'].map((value) => ({ value, label: formatNumber(value) })),
              t('business.decimalsExample', { amount: `\u2068${formatNumber('1250', { min: decimals, max: decimals })}\u2069` }),
            )}
            {selectField(
              'first_day_of_week',
              days.map((value) => ({ value, label: weekdayName(Number(value), i18n.language) })),
            )}
            <div className="field">
              <span className="label">{label('digits')}</span>
              <Segmented
                label={label('digits')}
                value={String(values.digits)}
                options={[
                  { value: 'latn', label: t('business.latin'), disabled },
                  { value: 'arab', label: t('business.arabic'), disabled },
                ]}
                onChange={(digits) => set({ digits })}
              />
            </div>
            {field('time_zone')}
          </FieldSection>
          <FieldSection title={t('business.selling')}>
            {field('prices_include_tax')}
            {can('settings.tax_rates.view') && field('sale_tax_rate_id')}
            {selectField(
              'cash_rounding',
              [
                { value: '', label: t('business.noRounding') },
                ...coins.filter((coin) => decimalsOf(coin) <= decimals).map((value) => ({ value, label: formatMoney(value) })),
              ],
              t('business.hints.cash_rounding'),
            )}
            {field('sales_from')}
            {field('late_sale_days')}
          </FieldSection>
          <FieldSection title={t('business.receipts')}>
            {field('receipt_header')}
            {field('receipt_header_ar')}
            {field('receipt_footer')}
            {field('receipt_footer_ar')}
          </FieldSection>
          <FieldSection title={t('business.stock')}>{field('low_stock_level')}</FieldSection>
          <FieldSection title={t('business.purchasing')}>
            {field('purchase_four_eyes')}
            {field('purchase_approval_limit')}
          </FieldSection>
          <FieldSection title={t('business.shifts')}>
            {field('cash_needs_shift')}
            {field('shift_variance_limit')}
          </FieldSection>
        </div>
        <aside className="aside" aria-label={t('business.logo')}>
          <Logo business={business} disabled={disabled || !online} />
          <Denominations business={business} disabled={disabled || !online} />
        </aside>
      </div>
      <SaveBar
        changed={changed.length > 0 ? t('kit.changedFields', { count: changed.length, shown: text.number(changed.length) }) : undefined}
        busy={record.busy}
        problem={online ? undefined : t('errors.network')}
        saveLabel={t('business.save')}
        onSave={record.submit}
        onDiscard={record.discard}
      />
      {guard.question}
      {askedFor !== null && askedFor !== business.country && (
        <CountryDialog
          key={askedFor}
          country={askedFor}
          values={{ currency: values.currency, time_zone: values.time_zone, first_day_of_week: values.first_day_of_week }}
          onTake={set}
          onClose={() => setAskedFor(null)}
        />
      )}
    </form>
  );
}

function FieldSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <FieldGrid>{children}</FieldGrid>
    </Section>
  );
}
