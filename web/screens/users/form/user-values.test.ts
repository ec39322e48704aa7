import { expect, it } from 'vitest';
import { changedFields } from '@/kit/merge.ts';
import { blankUser, changesOf, placed, type UserValues } from './user-values.ts';

it('treats the same branches as unchanged, in any order', () => {
  const one = placed(placed({}, 'b', 'work'), 'a', 'view');
  const other = placed(placed(placed({}, 'a', 'work'), 'b', 'work'), 'a', 'view');
  expect(changedFields({ ...blankUser, branches: one }, { ...blankUser, branches: other })).toEqual([]);
  expect(placed(one, 'b', null)).toEqual({ a: 'view' });
});

it('sends all fields of a new user, but only changed fields of an existing one', () => {
  const parsed: Record<keyof UserValues, unknown> = { ...blankUser, name: 'Hany', name_ar: null, branches: { a: 'work' } };
  expect(changesOf(parsed, null)).toMatchObject({
    name: 'Hany',
    name_ar: null,
    active: true,
    branches: [{ branch_id: 'a', access: 'work' }],
  });
  expect(changesOf(parsed, ['branches'])).toEqual({ branches: [{ branch_id: 'a', access: 'work' }] });
});
