import type { Translation } from '@/i18n/use-translation.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';

/** Whether a purchase with tax lacks its supplier's tax number. */
export const taxNumberFilter = (t: Translation['t']): Filter => ({
  name: 'taxNumber',
  label: t('document.taxNumber.label'),
  options: choices(['missing', 'other'], (value) => t(`document.taxNumber.${value}`)),
});
