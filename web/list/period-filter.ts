import { lazy } from 'react';
import type { Filter } from './column.ts';

const panel = lazy(() => import('./period-panel.tsx'));

/** A filter by business days: a word such as this_month, or two days. The database knows when a business day begins. */
export const periodFilter = (name: string, label: string): Filter => ({
  name,
  label,
  panel,
  loadLabels: async (values) => {
    const { periodLabel } = await import('./period-words.ts');
    return values.map((value) => ({ value, label: periodLabel(value) }));
  },
});
