import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { Combobox } from '@/ui/combobox.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { Switch } from '@/ui/switch.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import type { BusinessField, BusinessValues } from './business-values.ts';

interface BusinessFieldsProps {
  values: BusinessValues;
  problems: Partial<Record<BusinessField, string>>;
  disabled: boolean;
  onChange: (change: Partial<BusinessValues>) => void;
}

const days = ['0', '1', '2', '3', '4', '5', '6'] as const;
const zones = Intl.supportedValuesOf('timeZone');

export function BusinessFields({ values, problems, disabled, onChange }: BusinessFieldsProps) {
  const { t, i18n } = useTranslation();
  // 4 January 1970 was a Sunday.
  const dayName = (day: string) => new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + Number(day))));
  const text = (field: BusinessField, dir?: 'ltr') => (
    <TextInput value={values[field]} dir={dir} disabled={disabled} onChange={(event) => onChange({ [field]: event.target.value })} />
  );
  const decimals = Number(values.currency_decimals);
  return (
    <>
      <section className="sec" aria-labelledby="identity">
        <div className="sh">
          <h2 id="identity">{t('business.identity')}</h2>
        </div>
        <div className="grid g2">
          <Field label={t('business.name')} error={problems.name}>
            {text('name')}
          </Field>
          <Field label={t('business.nameAr')} error={problems.name_ar} optional>
            <TextInput value={values.name_ar} dir="rtl" lang="ar" disabled={disabled} onChange={(event) => onChange({ name_ar: event.target.value })} />
          </Field>
          <Field label={t('business.website')} error={problems.website} optional className="wide">
            {text('website', 'ltr')}
          </Field>
          <Field label={t('business.contactNumber')} error={problems.contact_number} optional>
            {text('contact_number', 'ltr')}
          </Field>
          <Field label={t('business.alternateContactNumber')} error={problems.alternate_contact_number} optional>
            {text('alternate_contact_number', 'ltr')}
          </Field>
          <Field label={t('business.taxNumber')} hint={t('business.taxNumberHint')} error={problems.tax_number} optional>
            {text('tax_number', 'ltr')}
          </Field>
        </div>
      </section>
      <section className="sec" aria-labelledby="writing">
        <div className="sh">
          <h2 id="writing">{t('business.writing')}</h2>
        </div>
        <div className="grid g2">
          <Field label={t('business.currency')} hint={t('business.currencyHint')} error={problems.currency}>
            <TextInput value={values.currency} dir="ltr" maxLength={3} disabled={disabled} onChange={(event) => onChange({ currency: event.target.value.toUpperCase() })} />
          </Field>
          <Field label={t('business.decimals')} hint={t('business.decimalsExample', { amount: `\u2068${formatNumber('1250', { min: decimals, max: decimals })}\u2069` })}>
            <Select
              value={values.currency_decimals}
              disabled={disabled}
              options={['0', '2', '3'].map((value) => ({ value, label: formatNumber(value) }))}
              onChange={(value) => onChange({ currency_decimals: value })}
            />
          </Field>
          <Field label={t('business.firstDay')}>
            <Select
              value={values.first_day_of_week}
              disabled={disabled}
              options={days.map((value) => ({ value, label: dayName(value) }))}
              onChange={(value) => onChange({ first_day_of_week: value })}
            />
          </Field>
          <div className="f">
            <span className="lab">{t('business.digits')}</span>
            <Segmented
              label={t('business.digits')}
              value={values.digits}
              options={[
                { value: 'latn', label: t('business.latin'), disabled },
                { value: 'arab', label: t('business.arabic'), disabled },
              ]}
              onChange={(digits) => onChange({ digits })}
            />
          </div>
          <Field label={t('business.timeZone')} hint={t('business.timeZoneHint')} error={problems.time_zone} className="wide">
            <Combobox
              value={{ value: values.time_zone, label: values.time_zone }}
              disabled={disabled}
              search={(words) => Promise.resolve(zonesLike(words))}
              onChange={(zone) => zone && onChange({ time_zone: zone.value })}
            />
          </Field>
        </div>
      </section>
      <section className="sec" aria-labelledby="purchasing">
        <div className="sh">
          <h2 id="purchasing">{t('business.purchasing')}</h2>
        </div>
        <div className="grid g2">
          <Switch
            wide
            label={t('business.fourEyes')}
            hint={t('business.fourEyesHint')}
            checked={values.purchase_four_eyes === 'yes'}
            disabled={disabled}
            onChange={(on) => onChange({ purchase_four_eyes: on ? 'yes' : 'no' })}
          />
          <Field label={t('business.approvalLimit')} hint={t('business.approvalLimitHint')} error={problems.purchase_approval_limit} optional>
            <NumberInput value={values.purchase_approval_limit} unit={values.currency} format={formatMoney} disabled={disabled} onChange={(limit) => onChange({ purchase_approval_limit: limit })} />
          </Field>
        </div>
      </section>
    </>
  );
}

function zonesLike(words: string) {
  const sought = words.trim().toLowerCase().replace(/\s+/g, '_');
  return zones
    .filter((zone) => zone.toLowerCase().includes(sought))
    .slice(0, 40)
    .map((zone) => ({ value: zone, label: zone }));
}
