import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Field } from '@/ui/field.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import type { FilterPanel } from './column.ts';
import { daysOf, periodOf, periods, type Days } from './period-words.ts';

const none: Days = { from: '', to: '' };
// A year that is still being typed is no year yet.
const isWhole = (day: string) => day === '' || day >= '1900-01-01';

/** Named periods, one at a time, and beneath them the days from and to. */
export default function PeriodPanel({ label, values, onChange }: FilterPanel) {
  const { t } = useTranslation();
  const [chosen] = values;
  const [days, setDays] = useState(daysOf(chosen) ?? none);
  const set = (next: Days) => {
    setDays(next);
    if (!isWhole(next.from) || !isWhole(next.to)) return;
    const period = periodOf(next);
    onChange(period ? [period] : []);
  };
  return (
    <>
      <div className="choices" role="radiogroup" aria-label={label}>
        {periods.map((period) => (
          <label className="choice" key={period}>
            <input
              type="radio"
              className="cb"
              name="period"
              checked={period === chosen}
              onChange={() => {
                setDays(none);
                onChange([period]);
              }}
            />
            <span>{t(`period.${period}`)}</span>
          </label>
        ))}
      </div>
      <div className="days">
        <Field label={t('period.from')}>
          <TextInput type="date" value={days.from} max={days.to || undefined} onChange={(event) => set({ ...days, from: event.target.value })} />
        </Field>
        <Field label={t('period.to')}>
          <TextInput type="date" value={days.to} min={days.from || undefined} onChange={(event) => set({ ...days, to: event.target.value })} />
        </Field>
      </div>
    </>
  );
}
