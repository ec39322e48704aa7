import { lazy } from 'react';
import type { Translation } from '@/i18n/use-translation.ts';
import type { Filter } from './column.ts';

/** What a period can be compared with, besides chosen days (private.compared_days). */
export const comparisons = ['before', 'last_year', 'none'] as const;

const panel = lazy(() => import('./compare-panel.tsx'));

/** What the period is compared with; always shown. */
export const compareFilter = ({ t }: Translation): Filter => ({
  name: 'compare',
  always: true,
  label: t('period.comparedWith'),
  panel,
  loadLabels: async (values) => {
    const { periodLabel } = await import('./period-words.ts');
    return values.map((value) => {
      const known = comparisons.find((one) => one === value);
      return { value, label: known ? t(`period.compare.${known}`) : periodLabel(value) };
    });
  },
});
