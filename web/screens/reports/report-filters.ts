import { useCan, useMe } from '@/db/me.ts';
import { paymentKinds } from '@/db/payments.ts';
import type { Table } from '@/db/tables.ts';
import { useTranslation, type Translation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { withNone, WITHOUT } from '@/kit/without.ts';
import { variantName } from '@/parts/variant-name.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Choice, Filter } from '@/list/column.ts';
import { keyLabel } from './key-label.ts';
import type { FilterName, Heading, Report } from './reports.ts';

/** The tables whose rows are keys of a heading. A category is looked for with those below it. */
const tables: Partial<Record<FilterName, Table>> = {
  product: 'products',
  color: 'colors',
  size: 'sizes',
  category: 'categories',
  below_category: 'categories',
  brand: 'brands',
  supplier: 'suppliers',
  customer: 'customers',
  salesperson: 'profiles',
  payment_method: 'payment_methods',
  tax_rate: 'tax_rates',
  expense_category: 'expense_categories',
};

/** The keys of a heading that has a fixed number of them. */
const fixed: Partial<Record<FilterName, readonly string[]>> = {
  weekday: ['6', '0', '1', '2', '3', '4', '5'],
  hour: Array.from({ length: 24 }, (_, hour) => String(hour)),
  goods: ['sold', 'returned'],
  tax_choice: ['usual', 'changed'],
  moving: ['sold', 'unsold'],
  kind: paymentKinds,
};

const isTree = (name: FilterName) => name === 'category' || name === 'below_category' || name === 'expense_category';

async function variantLabels(ids: readonly string[]): Promise<Choice[]> {
  const { variantsById } = await import('@/parts/variant-picker/variant-row.ts');
  return (await variantsById(ids)).map((row) => ({ value: row.variant_id, label: variantName(row) }));
}

/** The filter by the keys of a heading; undefined for days, which the period filters. */
function headingFilter(translation: Translation, name: FilterName): Filter | undefined {
  const { t } = translation;
  const label = t(`reports.by.${name}`);
  const keys = fixed[name];
  if (keys)
    return { name, label, options: choices(keys, (id) => keyLabel(translation, name as Heading, { id, name: null, name_ar: null })) };
  // Chosen by opening a figure, not by searching.
  if (name === 'discount_reason')
    return {
      name,
      label,
      search: () => Promise.resolve([]),
      loadLabels: (values) =>
        Promise.resolve(
          values.map((value) => ({
            value,
            label: keyLabel(translation, name, { id: value === WITHOUT ? '' : value, name: null, name_ar: null }),
          })),
        ),
    };
  if (name === 'tax_percentage')
    return {
      name,
      label,
      search: () => Promise.resolve([]),
      loadLabels: (values) => Promise.resolve(values.map((value) => ({ value, label: `${formatNumber(value)}%` }))),
    };
  if (name === 'variant') return { name, label, search: () => Promise.resolve([]), loadLabels: variantLabels };
  const table = tables[name];
  if (!table) return undefined;
  const filter = refFilter(table, name, label, isTree(name));
  return hasNone(name) ? withNone(filter, t(`reports.without.${name}`)) : filter;
}

const missing = ['color', 'size', 'category', 'brand', 'supplier', 'customer', 'tax_rate'] as const;
const hasNone = (name: FilterName): name is (typeof missing)[number] => missing.some((one) => one === name);

/** The filters by headings of a report, and of the list of the rows behind it. */
export function useHeadingFilters({ filters = [] }: Pick<Report, 'filters'>): Filter[] {
  const translation = useTranslation();
  const can = useCan();
  const { branches } = useMe();
  const hidden: Partial<Record<FilterName, boolean>> = {
    customer: !can('contacts.customers.view'),
    supplier: !can('contacts.suppliers.view'),
  };
  return filters.flatMap((name): Filter[] => {
    if (hidden[name]) return [];
    if (name === 'branch') return [branchFilter(translation.t('reports.by.branch'), branches)];
    const filter = headingFilter(translation, name);
    return filter ? [filter] : [];
  });
}
