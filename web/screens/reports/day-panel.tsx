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
    <div className="mt-1 grid grid-cols-[repeat(2,minmax(140px,1fr))] gap-2.5 border-t border-rule px-2 pt-2.5 pb-1.5">
      <Field label={label} hint={t('reports.dayHint')}>
        <DateInput
          commitOnBlur
          value={values[0] ?? ''}
          max={today()}
          onChange={(day) => (day === '' || isDay(day)) && onChange(day ? [day] : [])}
        />
      </Field>
    </div>
  );
}
