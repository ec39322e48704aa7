import { expect, it } from 'vitest';
import type { CountStatus } from '@/db/counts.ts';
import { actionsOf } from './actions.ts';

const able = (status: CountStatus, held: string[], works = true) =>
  Object.entries(actionsOf({ status }, { works, can: (permission) => held.includes(permission.split('.')[2]!) })).flatMap(([name, may]) =>
    may ? [name] : [],
  );
const states: CountStatus[] = ['counting', 'comparing', 'posting', 'posted', 'cancelled'];

it('who counts sees nothing of the books until it is posted; who posts, once the counting is over', () => {
  expect(states.map((status) => able(status, ['count']))).toEqual([['sheet', 'count'], ['sheet'], [], ['compare'], []]);
  expect(states.map((status) => able(status, ['post']))).toEqual([
    ['sheet'],
    ['sheet', 'compare', 'recount', 'post'],
    ['compare', 'post'],
    ['compare'],
    ['compare'],
  ]);
});

it('only who may begin one gives it up, while nothing of it is posted', () => {
  expect(states.map((status) => able(status, ['create']).includes('cancel'))).toEqual([true, true, false, false, false]);
});

it('from another branch it is only looked at', () => {
  expect(states.map((status) => able(status, ['count', 'post', 'create'], false))).toEqual([['sheet'], ['sheet'], [], ['compare'], []]);
});
