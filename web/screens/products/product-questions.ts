import { productCount, productPage, type ProductMatching, type ProductOrder } from '@/db/products.ts';
import { listOf } from '@/db/tables.ts';
import type { ListState } from '@/kit/list-state.ts';

export function matchingOf({ search, filters }: Pick<ListState, 'search' | 'filters'>): ProductMatching {
  const states = filters.active ?? [];
  return {
    words: search,
    view: filters.view?.[0] ?? 'all',
    category_ids: [...(filters.category ?? [])],
    brand_ids: [...(filters.brand ?? [])],
    supplier_ids: [...(filters.supplier ?? [])],
    // Both states ticked is no filter.
    ...(states.length === 1 ? { is_active: states[0] === 'true' } : {}),
  };
}

export const EVERYTHING: ProductMatching = matchingOf({ search: '', filters: {} });

export const orderOf = ({ sort }: ListState, branchIds: readonly string[]): ProductOrder => ({ sort: sort.by, descending: sort.descending, at_branch_ids: [...branchIds] });

export const pageOf = (state: ListState, branchIds: readonly string[]) => productPage(matchingOf(state), orderOf(state, branchIds), (state.page - 1) * state.size, state.size);
export const countOf = (state: Pick<ListState, 'search' | 'filters'>) => productCount(matchingOf(state));

const named = ['id', 'name', 'name_ar'] as const;
const MOST = 2000;

export interface ColorRow {
  id: string;
  name: string;
  name_ar: string | null;
  value: string;
  active: boolean;
}
export interface SizeRow {
  id: string;
  name: string;
  name_ar: string | null;
  position: number;
  active: boolean;
}
export interface PriceGroupRow {
  id: string;
  name: string;
  name_ar: string | null;
  percentage: number;
  is_default: boolean;
}

export const colorsOf = () => ({ ...listOf<'colors', ColorRow>('colors', { select: [...named, 'value', 'active'].join(), sort: [['name']], limit: MOST }), staleTime: 60_000 });
export const sizesOf = () => ({ ...listOf<'sizes', SizeRow>('sizes', { select: [...named, 'position', 'active'].join(), sort: [['position'], ['name']], limit: MOST }), staleTime: 60_000 });
export const priceGroupsOf = () => ({
  ...listOf<'price_groups', PriceGroupRow>('price_groups', { select: [...named, 'percentage', 'is_default'].join(), where: [['active', 'eq', true]], sort: [['is_default', true], ['name']], limit: 100 }),
  staleTime: 60_000,
});
