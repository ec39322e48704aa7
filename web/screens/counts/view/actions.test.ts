import { expect, it } from 'vitest';
import type { CountStatus } from '@/db/counts.ts';
import { actionsOf } from './actions.ts';

const able = (status: CountStatus, held: string[], works = true) =>
  Object.entries(actionsOf({ status }, { worksInBranch: works, can: (permission) => held.includes(permission.split('.')[2]!) })).flatMap(
    ([name, may]) => (may ? [name] : []),
  );
const states: CountStatus[] = ['counting', 'comparing', 'posting', 'posted', 'cancelled'];

it('those who count see the comparison after posting, those who post once counting has ended', () => {
  expect(states.map((status) => able(status, ['count']))).toEqual([['sheet', 'count'], ['sheet'], [], ['compare'], []]);
  expect(states.map((status) => able(status, ['post']))).toEqual([
    ['sheet'],
    ['sheet', 'compare', 'recount', 'post'],
    ['compare', 'post'],
    ['compare'],
    ['compare'],
  ]);
});

it('a count can be cancelled with the permission to create one, before posting begins', () => {
  expect(states.map((status) => able(status, ['create']).includes('cancel'))).toEqual([true, true, false, false, false]);
});

it('a count of another branch is only viewed', () => {
  expect(states.map((status) => able(status, ['count', 'post', 'create'], false))).toEqual([['sheet'], ['sheet'], [], ['compare'], []]);
});
