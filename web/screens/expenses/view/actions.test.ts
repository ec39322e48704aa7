import { expect, test } from 'vitest';
import { actionsOf } from './actions.ts';

const standing = (paid: number, remaining: number, files: string[] | null = null) => ({ expense: { paid, remaining }, files });
const everything = { can: () => true, worksInBranch: true };

test('an expense can be paid while something remains, and deleted without payments or files', () => {
  expect(actionsOf(standing(0, 10), everything)).toEqual({ edit: 'on', copy: 'on', delete: 'on', pay: 'on', void: 'on' });
  expect(actionsOf(standing(0, 10, []), everything)).toMatchObject({ delete: 'on' });
  expect(actionsOf(standing(0, 10, ['Receipt.pdf']), everything)).toMatchObject({ delete: 'expense_filed', pay: 'on' });
  expect(actionsOf(standing(4, 6, ['Receipt.pdf']), everything)).toMatchObject({ delete: 'expense_paid', pay: 'on' });
  expect(actionsOf(standing(10, 0), everything)).toMatchObject({ delete: 'expense_paid', pay: 'hidden' });
});

test('actions are hidden without permission, and explained for a branch that is only viewed', () => {
  expect(actionsOf(standing(0, 10), { can: () => false, worksInBranch: true })).toEqual({
    edit: 'hidden',
    copy: 'hidden',
    delete: 'hidden',
    pay: 'hidden',
    void: 'hidden',
  });
  expect(actionsOf(standing(4, 6), { can: () => true, worksInBranch: false })).toEqual({
    edit: 'branch_view_only',
    copy: 'branch_view_only',
    delete: 'branch_view_only',
    pay: 'branch_view_only',
    void: 'branch_view_only',
  });
});
