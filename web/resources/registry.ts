// All plain resources in menu order. To add one: its file, a line here, its i18n texts.
import type { Resource } from '@/kit/define.ts';
import { branches } from './branches.ts';
import { brands } from './brands.ts';
import { categories } from './categories.ts';
import { colors } from './colors.ts';
import { customers } from './customers.ts';
import { expenseCategories } from './expense-categories.ts';
import { paymentMethods } from './payment-methods.ts';
import { priceGroups } from './price-groups.ts';
import { sizes } from './sizes.ts';
import { stockPoints } from './stock-points.ts';
import { suppliers } from './suppliers.ts';
import { taxRates } from './tax-rates.ts';

export const resources: readonly Resource[] = [
  customers,
  suppliers,
  priceGroups,
  categories,
  brands,
  colors,
  sizes,
  stockPoints,
  expenseCategories,
  branches,
  paymentMethods,
  taxRates,
];
