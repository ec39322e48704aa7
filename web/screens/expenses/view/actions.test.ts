import { expect, test } from 'vitest';
import { actionsOf } from './actions.ts';

const everything = { can: () => true, works: true };

test('an expense is paid while something remains, and deleted while nothing is paid', () => {
  expect(actionsOf({ paid: 0, remaining: 10 }, everything)).toEqual({ edit: 'on', delete: 'on', pay: 'on', void: 'on' });
  expect(actionsOf({ paid: 4, remaining: 6 }, everything)).toMatchObject({ delete: 'expense_paid', pay: 'on' });
  expect(actionsOf({ paid: 10, remaining: 0 }, everything)).toMatchObject({ delete: 'expense_paid', pay: 'hidden' });
});

test('who may not is not offered it, and who only looks into the branch is told why', () => {
  expect(actionsOf({ paid: 0, remaining: 10 }, { can: () => false, works: true })).toEqual({ edit: 'hidden', delete: 'hidden', pay: 'hidden', void: 'hidden' });
  expect(actionsOf({ paid: 4, remaining: 6 }, { can: () => true, works: false })).toEqual({ edit: 'branch_view_only', delete: 'branch_view_only', pay: 'branch_view_only', void: 'branch_view_only' });
});
