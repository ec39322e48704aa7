import { useTranslation } from '@/i18n/use-translation.ts';
import type { FilterPanel } from '@/list/column.ts';
import { PeriodChoice } from '@/list/period-choice.tsx';
import { comparisons } from './comparisons.ts';

/** The period before, the same days last year, none, or chosen days. */
export default function ComparePanel({ label, values, onChange }: FilterPanel) {
  const { t } = useTranslation();
  return (
    <PeriodChoice
      label={label}
      value={values[0]}
      choices={comparisons.map((value) => ({ value, label: t(`reports.compare.${value}`) }))}
      onChange={onChange}
    />
  );
}
