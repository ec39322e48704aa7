import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { countryProposal, setUpBusiness, type BusinessSetUp, type CountryProposal, type NewPaymentMethod } from '@/db/setting-up.ts';
import { inReaderOrder, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { CodedInput, codedName } from '@/kit/coded-input.tsx';
import { countries } from '@/lib/codes.ts';
import { currencyDecimals, weekdayName } from '@/lib/country.ts';
import { isBlank } from '@/lib/normalise.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { Switch } from '@/ui/switch.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';

/** How many countries are shown; the others are searched. */
const SHOWN = 18;

/** What is set up, as proposed by the country or changed by the owner. `tax`: a percentage, '' for no tax. */
interface Chosen {
  branch: { name: string; code: string };
  currency: string;
  time_zone: string;
  first_day_of_week: number;
  tax: string;
  prices_include_tax: boolean;
  tax_number: string;
  payment_methods: readonly NewPaymentMethod[];
}

type Line = 'branch' | 'currency' | 'time_zone' | 'first_day_of_week' | 'tax' | 'tax_number' | 'payment_methods';

const proposed = (proposal: CountryProposal, branchName: string): Chosen => ({
  branch: { name: branchName, code: 'MAIN' },
  currency: proposal.currency ?? '',
  time_zone: proposal.time_zone ?? '',
  first_day_of_week: proposal.first_day_of_week,
  tax: proposal.tax_percentage === null ? '' : String(proposal.tax_percentage),
  prices_include_tax: true,
  tax_number: '',
  payment_methods: proposal.payment_methods,
});

/** The first step of a new business: its name and country, which proposes the other settings. */
export default function StartBusiness() {
  const { t, i18n } = useTranslation();
  const { business, branches } = useMe();
  const isNew = business.version === 1;
  const [[name, otherName], setNames] = useState(() =>
    isNew ? (['', ''] as const) : inReaderOrder([business.name, business.name_ar ?? '']),
  );
  const [country, setCountry] = useState(business.country);
  const [changed, setChanged] = useState<Partial<Chosen>>({});
  const [tried, setTried] = useState(false);
  const proposal = useQuery(countryProposal(country));
  const known = proposal.isPlaceholderData ? undefined : proposal.data;
  const chosen = known && { ...proposed(known, t('dashboard.start.mainBranch')), ...changed };
  const save = useMutation<unknown, AppError, BusinessSetUp>(
    write({ run: (setUp) => setUpBusiness(business.version, setUp), changes: ['business', 'branches', 'tax_rates', 'payment_methods'] }),
  );
  const choose = (code: string) => {
    setCountry(code);
    setChanged(({ tax_number = '', branch }) => ({ tax_number, ...(branch && { branch }) }));
    save.reset();
  };
  const set = (change: Partial<Chosen>) => {
    setChanged((before) => ({ ...before, ...change }));
    save.reset();
  };
  const tax = chosen && chosen.tax !== '' ? readDecimal(chosen.tax) : null;
  const taxWrong = chosen !== undefined && chosen.tax !== '' && (tax === null || Number(tax) < 0 || Number(tax) > 100);
  const branchWrong = chosen !== undefined && (isBlank(chosen.branch.name) || !/^[A-Z0-9]{2,6}$/.test(chosen.branch.code));
  const start = () => {
    setTried(true);
    if (!chosen || isBlank(name) || chosen.currency === '' || chosen.time_zone === '' || taxWrong || branchWrong) return;
    const [stored, storedAr] = inReaderOrder([name.trim(), otherName.trim()]);
    save.mutate(
      {
        name: stored,
        name_ar: isBlank(storedAr) ? null : storedAr,
        country,
        currency: chosen.currency,
        currency_decimals: chosen.currency === known.currency ? (known.currency_decimals ?? 2) : currencyDecimals(chosen.currency),
        time_zone: chosen.time_zone,
        first_day_of_week: chosen.first_day_of_week,
        prices_include_tax: chosen.prices_include_tax,
        tax_percentage: tax,
        ...(!isBlank(chosen.tax_number) && { tax_number: chosen.tax_number.trim() }),
        payment_methods: [...chosen.payment_methods],
        ...(branches.length === 0 && { branch: { ...chosen.branch, name: chosen.branch.name.trim(), name_ar: null } }),
      },
      { onSuccess: () => toast({ tone: 'ok', text: t('dashboard.start.done') }) },
    );
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-8 gap-y-5 pt-3 max-lg:grid-cols-1"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <div className="flex flex-col gap-3.5">
        <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 max-sm:grid-cols-1">
          <Field label={t('business.fields.name')} error={tried && isBlank(name) && t('errors.required')}>
            <TextInput
              dir="auto"
              value={name}
              maxLength={120}
              data-autofocus
              onChange={(event) => setNames([event.target.value, otherName])}
            />
          </Field>
          <Field label={t('fields.otherName')} optional>
            <TextInput dir="auto" value={otherName} maxLength={120} onChange={(event) => setNames([name, event.target.value])} />
          </Field>
        </div>
        <Field label={t('business.fields.country')}>
          <CodedInput kind="country" value={country} onChange={choose} />
        </Field>
        <div
          className="grid grid-cols-3 overflow-hidden rounded-md border border-rule-2 max-sm:hidden"
          role="radiogroup"
          aria-label={t('business.fields.country')}
        >
          {countries.slice(0, SHOWN).map((code) => (
            <label
              key={code}
              className="-mb-px flex cursor-pointer items-center gap-2.5 border-b border-rule px-3 py-2 has-checked:bg-accent-tint has-checked:font-semibold"
            >
              <input type="radio" name="country" className="checkbox" checked={code === country} onChange={() => choose(code)} />
              {codedName('country', code, i18n.language)}
            </label>
          ))}
        </div>
      </div>
      <div>
        <h3 className="font-semibold">{t('dashboard.start.proposed', { country: codedName('country', country, i18n.language) })}</h3>
        {proposal.error && (
          <Banner tone="bad" onRetry={() => void proposal.refetch()}>
            {errorText(t, proposal.error)}
          </Banner>
        )}
        {!chosen && !proposal.error && <Spinner />}
        {chosen && (
          <Lines
            key={country}
            country={country}
            proposal={known}
            chosen={chosen}
            set={set}
            tried={tried}
            taxWrong={taxWrong}
            branchWrong={branchWrong}
            asksForBranch={branches.length === 0}
          />
        )}
        {save.error && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
        <div className="mt-3.5 flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!chosen}>
            {t('dashboard.start.do')}
          </Button>
          <small className="text-ink-3">{t('dashboard.start.currencyFixed')}</small>
        </div>
      </div>
    </form>
  );
}

interface LinesProps {
  country: string;
  proposal: CountryProposal;
  chosen: Chosen;
  set: (change: Partial<Chosen>) => void;
  tried: boolean;
  taxWrong: boolean;
  branchWrong: boolean;
  asksForBranch: boolean;
}

/** The proposed settings, each of which can be changed in its place. */
function Lines({ country, proposal, chosen, set, tried, taxWrong, branchWrong, asksForBranch }: LinesProps) {
  const { t, i18n } = useTranslation();
  // What the country leaves open is asked at once.
  const [open, setOpen] = useState<ReadonlySet<Line>>(
    () =>
      new Set<Line>([...(chosen.currency === '' ? ['currency' as const] : []), ...(chosen.time_zone === '' ? ['time_zone' as const] : [])]),
  );
  // Its error shows why nothing starts.
  if (tried && branchWrong && !open.has('branch')) setOpen(new Set<Line>([...open, 'branch']));
  const line = (name: Line, value: ReactNode, input: ReactNode) => (
    <div className="grid grid-cols-[110px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-rule py-2">
      <dt className="text-ink-3">{t(`dashboard.start.lines.${name}`)}</dt>
      {open.has(name) ? (
        <dd className="col-span-2">{input}</dd>
      ) : (
        <>
          <dd>{value}</dd>
          <dd>
            <Button variant="quiet" small onClick={() => setOpen(new Set([...open, name]))}>
              {t('dashboard.start.change')}
              <span className="sr-only">{t(`dashboard.start.lines.${name}`)}</span>
            </Button>
          </dd>
        </>
      )}
    </div>
  );
  const form = t(`business.taxNumbers.${country}` as 'business.taxNumbers.SA', { defaultValue: '' });
  return (
    <dl className="mt-1.5">
      {asksForBranch &&
        line(
          'branch',
          t('dashboard.start.branch', chosen.branch),
          <div className="grid grid-cols-[minmax(0,1fr)_110px] gap-2">
            <Field hideLabel label={t('fields.name')} error={tried && branchWrong && t('errors.branches_code_form')}>
              <TextInput
                dir="auto"
                value={chosen.branch.name}
                maxLength={120}
                onChange={(event) => set({ branch: { ...chosen.branch, name: event.target.value } })}
              />
            </Field>
            <Field hideLabel label={t('fields.code')}>
              <TextInput
                dir="ltr"
                value={chosen.branch.code}
                maxLength={6}
                onChange={(event) => set({ branch: { ...chosen.branch, code: event.target.value.toUpperCase() } })}
              />
            </Field>
          </div>,
        )}
      {line(
        'currency',
        chosen.currency && codedName('currency', chosen.currency, i18n.language),
        <Field hideLabel label={t('business.fields.currency')} error={tried && chosen.currency === '' && t('errors.required')}>
          <CodedInput kind="currency" value={chosen.currency} onChange={(currency) => set({ currency })} />
        </Field>,
      )}
      {line(
        'time_zone',
        chosen.time_zone && codedName('timeZone', chosen.time_zone, i18n.language),
        <Field hideLabel label={t('business.fields.time_zone')} error={tried && chosen.time_zone === '' && t('errors.required')}>
          <CodedInput kind="timeZone" value={chosen.time_zone} onChange={(time_zone) => set({ time_zone })} />
        </Field>,
      )}
      {line(
        'first_day_of_week',
        weekdayName(chosen.first_day_of_week, i18n.language),
        <Field hideLabel label={t('business.fields.first_day_of_week')}>
          <Select
            value={String(chosen.first_day_of_week)}
            options={[0, 1, 2, 3, 4, 5, 6].map((day) => ({ value: String(day), label: weekdayName(day, i18n.language) }))}
            onChange={(day) => set({ first_day_of_week: Number(day) })}
          />
        </Field>,
      )}
      {line(
        'tax',
        chosen.tax === ''
          ? t('dashboard.start.noTax')
          : t(chosen.prices_include_tax ? 'dashboard.start.taxIncluded' : 'dashboard.start.taxAdded', { rate: formatNumber(chosen.tax) }),
        <>
          <Field
            hideLabel
            label={t('dashboard.start.lines.tax')}
            hint={t('dashboard.start.taxHint')}
            error={taxWrong && t('dashboard.start.taxRange')}
          >
            <NumberInput unit="%" value={chosen.tax} onChange={(value) => set({ tax: value })} />
          </Field>
          <Switch
            label={t('business.fields.prices_include_tax')}
            checked={chosen.prices_include_tax}
            onChange={(prices_include_tax) => set({ prices_include_tax })}
          />
        </>,
      )}
      {line(
        'tax_number',
        chosen.tax_number || form || t('dashboard.start.later'),
        <Field hideLabel label={t('business.fields.tax_number')} hint={form} optional>
          <TextInput dir="ltr" value={chosen.tax_number} maxLength={120} onChange={(event) => set({ tax_number: event.target.value })} />
        </Field>,
      )}
      {line(
        'payment_methods',
        [t('dashboard.start.cash'), ...chosen.payment_methods.map(nameOf)].join(t('dashboard.start.and')),
        <ul className="flex flex-col gap-1.5">
          {proposal.payment_methods.map((method) => (
            <li key={method.name}>
              <Checkbox
                label={nameOf(method)}
                checked={chosen.payment_methods.includes(method)}
                onChange={(ticked) =>
                  set({
                    payment_methods: proposal.payment_methods.filter((other) =>
                      other === method ? ticked : chosen.payment_methods.includes(other),
                    ),
                  })
                }
              />
            </li>
          ))}
        </ul>,
      )}
      {proposal.calling_code && (
        <div className="grid grid-cols-[110px_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-rule py-2">
          <dt className="text-ink-3">{t('dashboard.start.lines.phone')}</dt>
          <dd className="col-span-2">
            <bdi dir="ltr">{proposal.calling_code}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
