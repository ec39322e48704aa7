import { expect, test } from 'vitest';
import { actionsOf } from './actions.ts';

const standing = (paid: number, remaining: number, files: string[] | null = null) => ({ expense: { paid, remaining }, files });
const everything = { can: () => true, works: true };

test('an expense is paid while something remains, and deleted while nothing is paid and no file is put to it', () => {
  expect(actionsOf(standing(0, 10), everything)).toEqual({ edit: 'on', delete: 'on', pay: 'on', void: 'on' });
  expect(actionsOf(standing(0, 10, []), everything)).toMatchObject({ delete: 'on' });
  expect(actionsOf(standing(0, 10, ['Receipt.pdf']), everything)).toMatchObject({ delete: 'expense_filed', pay: 'on' });
  expect(actionsOf(standing(4, 6, ['Receipt.pdf']), everything)).toMatchObject({ delete: 'expense_paid', pay: 'on' });
  expect(actionsOf(standing(10, 0), everything)).toMatchObject({ delete: 'expense_paid', pay: 'hidden' });
});

test('who may not is not offered it, and who only looks into the branch is told why', () => {
  expect(actionsOf(standing(0, 10), { can: () => false, works: true })).toEqual({
    edit: 'hidden',
    delete: 'hidden',
    pay: 'hidden',
    void: 'hidden',
  });
  expect(actionsOf(standing(4, 6), { can: () => true, works: false })).toEqual({
    edit: 'branch_view_only',
    delete: 'branch_view_only',
    pay: 'branch_view_only',
    void: 'branch_view_only',
  });
});
