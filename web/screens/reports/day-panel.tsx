import { useTranslation } from '@/i18n/use-translation.ts';
import { today } from '@/lib/dates.ts';
import { isDay } from '@/lib/read-day.ts';
import type { FilterPanel } from '@/list/column.ts';
import { DateInput } from '@/ui/date-input.tsx';
import { Field } from '@/ui/field.tsx';

/** A past day, or today. */
export default function DayPanel({ label, values, onChange }: FilterPanel) {
  const { t } = useTranslation();
  return (
    <div className="days">
      <Field label={label} hint={t('reports.dayHint')}>
        <DateInput
          whole
          value={values[0] ?? ''}
          max={today()}
          onChange={(day) => (day === '' || isDay(day)) && onChange(day ? [day] : [])}
        />
      </Field>
    </div>
  );
}
