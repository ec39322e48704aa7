import { expect, it, vi } from 'vitest';
import { pageOfRows } from './tables.ts';

vi.mock('./client.ts', () => ({ rest: {} }));

const beyond = {
  data: null,
  count: null,
  status: 416,
  error: {
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details: 'An offset of 50 was requested, but there are only 7 rows.',
  },
};

it('a page beyond the end is empty, and says how many rows there are', () => expect(pageOfRows(beyond)).toEqual({ rows: [], count: 7 }));
it('a page has its rows, and a count where one was asked for', () => {
  expect(pageOfRows({ data: [{ id: 'a' }], count: 1, error: null, status: 200 })).toEqual({ rows: [{ id: 'a' }], count: 1 });
  expect(pageOfRows({ data: [], count: null, error: null, status: 200 })).toEqual({ rows: [], count: null });
});
it('a refusal is thrown', () =>
  expect(() => pageOfRows({ data: null, count: null, status: 403, error: { code: '42501', message: 'no', details: '' } })).toThrow(
    'not_allowed',
  ));
