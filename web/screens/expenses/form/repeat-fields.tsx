import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ruleDays, units, type Repeats } from '@/db/expenses.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { Checkbox } from '@/ui/checkbox.tsx';
import { DateInput } from '@/ui/date-input.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { monthly, repeatsInput, repeatsProblems, type TypedRepeats } from './repeats.ts';
import '../expenses.css';

interface RepeatFieldsProps {
  /** Null if it does not recur. */
  value: TypedRepeats | null;
  /** The day of the expense, from which all due days are calculated. */
  startsOn: string;
  onChange: (value: TypedRepeats | null) => void;
}

/** Whether an expense recurs, its interval and its end. */
export function RepeatFields({ value, startsOn, onChange }: RepeatFieldsProps) {
  const { t } = useTranslation();
  const problems = value ? repeatsProblems(value, startsOn) : {};
  return (
    <>
      <Checkbox
        label={t('expenses.recurring.repeat')}
        hint={t('expenses.recurring.repeatHint')}
        checked={value !== null}
        onChange={(on) => onChange(on ? monthly : null)}
      />
      {value && (
        <>
          <FieldGrid>
            <Field label={t('expenses.recurring.every')} error={problems.every && t(`expenses.recurring.${problems.every}`)}>
              <NumberInput integer value={value.every} onChange={(every) => onChange({ ...value, every })} />
            </Field>
            <Field label={t('expenses.recurring.unit')} error={problems.unit && t(`expenses.recurring.${problems.unit}`)}>
              <Select
                value={value.unit}
                options={units.map((unit) => ({ value: unit, label: t(`expenses.recurring.units.${unit}`) }))}
                onChange={(unit) => onChange({ ...value, unit })}
              />
            </Field>
            <Field
              label={t('expenses.recurring.endsOn')}
              optional
              hint={t('expenses.recurring.endsHint')}
              error={problems.endsOn && t(`expenses.recurring.${problems.endsOn}`)}
            >
              <DateInput value={value.endsOn} onChange={(endsOn) => onChange({ ...value, endsOn })} />
            </Field>
          </FieldGrid>
          <NextDays startsOn={startsOn} repeats={repeatsInput(value, startsOn)} />
        </>
      )}
    </>
  );
}

interface NextDaysProps {
  startsOn: string;
  /** Null while it is invalid. */
  repeats: Repeats | null;
}

/** Previews the next five due days, as calculated by the database. */
export function NextDays({ startsOn, repeats }: NextDaysProps) {
  const { t } = useTranslation();
  const deferred = useDeferredValue(repeats);
  const days = useQuery({
    ...ruleDays(startsOn, deferred ?? { every: 1, unit: 'months', ends_on: null }),
    enabled: deferred !== null,
  }).data;
  return (
    <div className="expense-days" role="status" aria-label={t('expenses.recurring.days')}>
      <small>{t('expenses.recurring.days')}</small>
      {repeats &&
        days &&
        (days.length === 0 ? (
          <span>{t('expenses.recurring.noDays')}</span>
        ) : (
          <ul>
            {days.map((day) => (
              <li key={day}>
                <bdi>{formatDate(day)}</bdi>
              </li>
            ))}
          </ul>
        ))}
    </div>
  );
}
