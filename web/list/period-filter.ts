import { lazy } from 'react';
import type { Filter } from './column.ts';

const panel = lazy(() => import('./period-panel.tsx'));

/** Filters by whole business days: a word such as this_month, or the days themselves. The database knows when a day begins. */
export const periodFilter = (name: string, label: string): Filter => ({
  name,
  label,
  panel,
  labelsOf: async (values) => {
    const { periodLabel } = await import('./period-words.ts');
    return values.map((value) => ({ value, label: periodLabel(value) }));
  },
});
