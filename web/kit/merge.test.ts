import { expect, test } from 'vitest';
import { changedFields, merge } from './merge.ts';

const base = { name: 'Siwa', name_ar: '', active: true };

test('merges changes of different fields', () => {
  const result = merge(base, { ...base, name: 'Siwa Oasis' }, { ...base, name_ar: 'سيوة' });
  expect(result).toEqual({ merged: { name: 'Siwa Oasis', name_ar: 'سيوة', active: true }, collisions: [], onlyTheirs: ['name_ar'] });
});

test('reports a field changed by both as a collision and keeps mine until the reader chooses', () => {
  const result = merge(base, { ...base, name: 'Mine' }, { ...base, name: 'Theirs', active: false });
  expect(result.merged).toEqual({ name: 'Mine', name_ar: '', active: false });
  expect(result.collisions).toEqual([{ field: 'name', base: 'Siwa', mine: 'Mine', theirs: 'Theirs' }]);
  expect(result.onlyTheirs).toEqual(['active']);
});

test('the same change by both is not a collision', () => {
  const result = merge(base, { ...base, name: 'Same' }, { ...base, name: 'Same' });
  expect(result.collisions).toEqual([]);
  expect(result.onlyTheirs).toEqual([]);
});

test('treats empty text and null as equal', () => {
  expect(changedFields({ name_ar: null }, { name_ar: '' })).toEqual([]);
  expect(changedFields({ name_ar: null }, { name_ar: 'x' })).toEqual(['name_ar']);
  expect(changedFields({ percentage: 0 }, { percentage: '' })).toEqual(['percentage']);
});
