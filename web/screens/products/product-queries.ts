import { productPage, type ProductMatching } from '@/db/products.ts';
import { listOf } from '@/db/tables.ts';
import { idsOrNone } from '@/kit/without.ts';
import type { ListState } from '@/list/list-state.ts';
import { orderOf } from '@/list/use-list-rows.ts';

export function matchingOf({ search, filters }: Pick<ListState, 'search' | 'filters'>): ProductMatching {
  const states = filters.active ?? [];
  return {
    words: search,
    view: filters.view?.[0] ?? 'all',
    category_ids: [...(filters.category ?? [])],
    brand_ids: [...(filters.brand ?? [])],
    supplier_ids: [...(filters.supplier ?? [])],
    tax_rate_ids: idsOrNone(filters.tax ?? []),
    // Both states selected means no filter.
    ...(states.length === 1 ? { is_active: states[0] === 'true' } : {}),
  };
}

export const ALL_PRODUCTS: ProductMatching = matchingOf({ search: '', filters: {} });

export const pageOf = (state: ListState, branchIds: readonly string[]) =>
  productPage({ ...matchingOf(state), ...orderOf(state), at_branch_ids: [...branchIds] }, state.page, state.size);

const MAX_ROWS = 2000;

export const colorsQuery = () => ({
  ...listOf('colors', { select: ['id', 'name', 'name_ar', 'value', 'active'], sort: [['name']], limit: MAX_ROWS }),
  staleTime: 60_000,
});
export const sizesQuery = () => ({
  ...listOf('sizes', { select: ['id', 'name', 'name_ar', 'position', 'active'], sort: [['position'], ['name']], limit: MAX_ROWS }),
  staleTime: 60_000,
});
export const priceGroupsQuery = () => ({
  ...listOf('price_groups', {
    select: ['id', 'name', 'name_ar', 'percentage', 'is_default'],
    where: [['active', 'eq', true]],
    sort: [['is_default', true], ['name']],
    limit: 100,
  }),
  staleTime: 60_000,
});
