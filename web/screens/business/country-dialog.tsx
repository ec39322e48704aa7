import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countryProposal, type CountryProposal } from '@/db/setting-up.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { codedName } from '@/kit/coded-input.tsx';
import { weekdayName } from '@/lib/country.ts';
import { Checkbox } from '@/ui/checkbox.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';

const proposedFields = ['currency', 'time_zone', 'first_day_of_week'] as const;
type Proposed = (typeof proposedFields)[number];

interface CountryDialogProps {
  country: string;
  /** The form's values. */
  values: Readonly<Record<Proposed, unknown>>;
  onTake: (changes: Partial<Record<Proposed | 'currency_decimals', string>>) => void;
  onClose: () => void;
}

/** Asks which settings another country changes. Nothing opens if it proposes the present ones. */
export function CountryDialog({ country, values, onTake, onClose }: CountryDialogProps) {
  const { data } = useQuery({ ...countryProposal(country), placeholderData: undefined });
  if (!data) return null;
  const differing = proposedFields.filter((field) => data[field] !== null && String(data[field]) !== String(values[field]));
  return differing.length > 0 ? (
    <Choice country={country} proposal={data} differing={differing} values={values} onTake={onTake} onClose={onClose} />
  ) : null;
}

interface ChoiceProps extends CountryDialogProps {
  proposal: CountryProposal;
  differing: readonly Proposed[];
}

function Choice({ country, proposal, differing, values, onTake, onClose }: ChoiceProps) {
  const { t, i18n } = useTranslation();
  const isFixed = (field: Proposed) => field === 'currency' && proposal.currency_fixed;
  // Once goods were sold or ordered, times already shown would change.
  const [ticked, setTicked] = useState<readonly Proposed[]>(() =>
    differing.filter((field) => !isFixed(field) && (field !== 'time_zone' || !proposal.currency_fixed)),
  );
  const nameOf = (field: Proposed, value: unknown) => {
    if (field === 'first_day_of_week') return weekdayName(Number(value), i18n.language);
    return codedName(field === 'currency' ? 'currency' : 'timeZone', String(value), i18n.language);
  };
  return (
    <ConfirmDialog
      title={t('business.countryDialog.title', { country: codedName('country', country, i18n.language) })}
      confirm={t('business.countryDialog.confirm')}
      keep={t('business.countryDialog.keep')}
      onConfirm={() => {
        const taken = Object.fromEntries(ticked.map((field) => [field, String(proposal[field])]));
        onTake({ ...taken, ...(ticked.includes('currency') && { currency_decimals: String(proposal.currency_decimals) }) });
      }}
      onClose={onClose}
    >
      <ul className="grid gap-2.5">
        {differing.map((field) => (
          <li key={field}>
            <Checkbox
              label={t(`business.fields.${field}`)}
              hint={
                <>
                  <bdi>{nameOf(field, values[field])}</bdi> {i18n.dir() === 'rtl' ? '←' : '→'} <bdi>{nameOf(field, proposal[field])}</bdi>
                  {isFixed(field) && <span className="block">{t('business.countryDialog.fixed')}</span>}
                </>
              }
              checked={ticked.includes(field)}
              disabled={isFixed(field)}
              onChange={(on) => setTicked(differing.filter((other) => (other === field ? on : ticked.includes(other))))}
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-3">{t('business.countryDialog.tax')}</p>
    </ConfirmDialog>
  );
}
