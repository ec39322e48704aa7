import { expect, expectTypeOf, it, vi } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import { pageOfRows, sortedForReader } from './tables.ts';
import type { Database } from './types.gen.ts';

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

it('returns an empty page beyond the end, with the number of rows', () => expect(pageOfRows(beyond)).toEqual({ rows: [], count: 7 }));
it('returns the rows of a page, and a count if requested', () => {
  expect(pageOfRows({ data: [{ id: 'a' }], count: 1, error: null, status: 200 })).toEqual({ rows: [{ id: 'a' }], count: 1 });
  expect(pageOfRows({ data: [], count: null, error: null, status: 200 })).toEqual({ rows: [], count: null });
});
it('throws an error response', () =>
  expect(() => pageOfRows({ data: null, count: null, status: 403, error: { code: '42501', message: 'no', details: '' } })).toThrow(
    'not_allowed',
  ));
it('has no type for writing rows of documents, which only functions write', () => {
  expectTypeOf<Database['public']['Tables']['sales']['Insert']>().toBeNever();
  expectTypeOf<Database['public']['Tables']['stock_levels']['Update']>().toBeNever();
  expectTypeOf<Database['public']['Tables']['brands']['Insert']>().not.toBeNever();
});
it('sorts records in Arabic by the names that Arabic readers see, and by all else as before', () => {
  const query = {
    sort: [
      ['is_default', true],
      ['name', true],
    ],
  } as const;
  expect(sortedForReader('brands', query)).toBe(query);
  setSettings({ language: 'ar' });
  expect(sortedForReader('brands', query).sort).toEqual([
    ['is_default', true],
    ['shown_in_arabic', true],
  ]);
  // They have no Arabic name.
  expect(sortedForReader('label_templates', query)).toBe(query);
  setSettings({ language: 'en' });
});
