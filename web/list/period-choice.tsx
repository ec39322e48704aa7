import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { isDay } from '@/lib/read-day.ts';
import { DateInput } from '@/ui/date-input.tsx';
import { Field } from '@/ui/field.tsx';
import { ChoiceList, ChoiceRow } from './choice-list.tsx';
import type { Choice } from './column.ts';
import { daysOf, periodOf, type Days } from './period-words.ts';

const noDays: Days = { from: '', to: '' };
// False while a date is still being typed.
const isComplete = (day: string) => day === '' || isDay(day);

interface PeriodChoiceProps {
  label: string;
  value: string | undefined;
  choices: readonly Choice[];
  /** One value, or none. */
  onChange: (values: readonly string[]) => void;
}

/** Named periods to choose from, and two fields for other days. */
export function PeriodChoice({ label, value: chosen, choices, onChange }: PeriodChoiceProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState(daysOf(chosen) ?? noDays);
  const set = (next: Days) => {
    setDays(next);
    if (!isComplete(next.from) || !isComplete(next.to)) return;
    const period = periodOf(next);
    onChange(period ? [period] : []);
  };
  return (
    <>
      <ChoiceList label={label} exclusive>
        {choices.map(({ value, label: name }) => (
          <ChoiceRow
            key={value}
            radio="period"
            checked={value === chosen}
            onChange={() => {
              setDays(noDays);
              onChange([value]);
            }}
            label={name}
          />
        ))}
      </ChoiceList>
      <div className="mt-1 grid grid-cols-[repeat(2,minmax(140px,1fr))] gap-2.5 border-t border-rule px-2 pt-2.5 pb-1.5">
        <Field label={t('period.from')}>
          <DateInput commitOnBlur value={days.from} max={days.to} onChange={(from) => set({ ...days, from })} />
        </Field>
        <Field label={t('period.to')}>
          <DateInput commitOnBlur value={days.to} min={days.from} onChange={(to) => set({ ...days, to })} />
        </Field>
      </div>
    </>
  );
}
