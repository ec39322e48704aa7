import { useTranslation } from '@/i18n/use-translation.ts';
import type { FilterPanel } from './column.ts';
import { PeriodChoice } from './period-choice.tsx';
import { periods } from './period-words.ts';

/** Named periods to choose from, and two fields for a custom one. */
export default function PeriodPanel({ label, values, onChange }: FilterPanel) {
  const { t } = useTranslation();
  return (
    <PeriodChoice
      label={label}
      value={values[0]}
      choices={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
      onChange={onChange}
    />
  );
}
