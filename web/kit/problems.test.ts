import { expect, test } from 'vitest';
import { columnOfConstraint, packProblem, unpackProblem } from './problems.ts';

test.each([
  ['brands', ['name', 'name_ar', 'active'], 'brands_name_unique', 'name'],
  ['branches', ['name', 'code', 'day_start'], 'branches_code_form', 'code'],
  ['branches', ['name', 'code', 'day_start'], 'branches_day_start_hour', 'day_start'],
  ['price_groups', ['name', 'percentage', 'is_default'], 'price_groups_percentage_range', 'percentage'],
  ['customers', ['name', 'phone', 'price_group_id'], 'customers_phone_unique', 'phone'],
  ['categories', ['name', 'parent_id'], 'categories_parent_in_use', 'parent_id'],
  ['price_groups', ['name', 'percentage', 'is_default'], 'price_groups_one_default', undefined],
  ['brands', ['name'], 'colors_name_unique', undefined],
])('%s: finds the column of %s', (table, columns, constraint, column) => {
  expect(columnOfConstraint(table as string, columns as string[], constraint as string)).toBe(column);
});

test('packs a problem with its values, and leaves other texts unchanged', () => {
  const problem = { key: 'kit.problem.tooLong', values: { max: 120 } };
  expect(unpackProblem(packProblem(problem))).toEqual(problem);
  expect(unpackProblem('Odd')).toBe('Odd');
  expect(unpackProblem('12')).toBe('12');
});
