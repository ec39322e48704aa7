import { useTranslation } from '@/i18n/use-translation.ts';
import type { FilterPanel } from './column.ts';
import { comparisons } from './compare-filter.ts';
import { PeriodChoice } from './period-choice.tsx';

/** The period before, the same days last year, none, or chosen days. */
export default function ComparePanel({ label, values, onChange }: FilterPanel) {
  const { t } = useTranslation();
  return (
    <PeriodChoice
      label={label}
      value={values[0]}
      choices={comparisons.map((value) => ({ value, label: t(`period.compare.${value}`) }))}
      onChange={onChange}
    />
  );
}
