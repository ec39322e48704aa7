import { describe, expect, test } from 'vitest';
import { changeListState, isNarrowed, lastPage, findValidPage, readListState, writeListState, type ListRules } from './list-state.ts';

const rules: ListRules = {
  sort: { by: 'name', descending: false },
  sortable: ['name', 'created_at'],
  filters: ['active', 'price_group_id'],
};
const read = (address: string) => readListState(new URLSearchParams(address), rules);
const plain = read('');

describe('reading the address', () => {
  test('a plain address is the default list', () => {
    expect(plain).toEqual({ search: '', filters: {}, sort: rules.sort, page: 1, size: 25 });
  });

  test('reads search, filters, sort, page and size', () => {
    expect(read('q=dar+nour&active=true&price_group_id=a&price_group_id=b&sort=-created_at&page=3&rows=50')).toEqual({
      search: 'dar nour',
      filters: { active: ['true'], price_group_id: ['a', 'b'] },
      sort: { by: 'created_at', descending: true },
      page: 3,
      size: 50,
    });
  });

  test.each(['sort=secret', 'page=0', 'page=-1', 'page=1e9', 'page=x', 'size=7', 'size=100000', 'unknown=1', 'active='])(
    '%s falls back to the default',
    (address) => {
      expect(read(address)).toEqual(plain);
    },
  );

  test('a value given twice counts once', () => {
    expect(read('active=true&active=true').filters).toEqual({ active: ['true'] });
  });
});

describe('writing the address', () => {
  test('the default list has a plain address', () => {
    expect(writeListState(plain, rules).toString()).toBe('');
  });

  test('reading what was written gives the same state', () => {
    const state = read('q=أحمد+علي&active=false&price_group_id=a&price_group_id=b&sort=-name&page=2&rows=10');
    expect(readListState(writeListState(state, rules), rules)).toEqual(state);
  });

  test('parameters of others stay', () => {
    expect(writeListState({ ...plain, search: 'x' }, rules, new URLSearchParams('tab=stock&q=old&page=4')).toString()).toBe(
      'tab=stock&q=x',
    );
  });
});

describe('changing', () => {
  const third = { ...plain, page: 3 };

  test('searching, filtering and sorting start at the first page', () => {
    expect(changeListState(third, { search: ' x ' }, rules)).toMatchObject({ search: 'x', page: 1 });
    expect(changeListState(third, { filter: 'active', values: ['true'] }, rules)).toMatchObject({ filters: { active: ['true'] }, page: 1 });
    expect(changeListState(third, { sort: 'created_at' }, rules)).toMatchObject({ sort: { by: 'created_at', descending: false }, page: 1 });
  });

  test('sorting by the same column again reverses the order', () => {
    expect(changeListState(plain, { sort: 'name' }, rules).sort).toEqual({ by: 'name', descending: true });
  });

  test('a filter without values is removed', () => {
    const filtered = changeListState(plain, { filter: 'active', values: ['true'] }, rules);
    expect(isNarrowed(filtered)).toBe(true);
    expect(changeListState(filtered, { filter: 'active', values: [] }, rules)).toEqual(plain);
  });

  test('a new page size keeps the first row visible', () => {
    expect(changeListState({ ...plain, page: 5, size: 10 }, { size: 25 }, rules)).toMatchObject({ page: 2, size: 25 });
    expect(changeListState({ ...plain, page: 2, size: 100 }, { size: 10 }, rules)).toMatchObject({ page: 11, size: 10 });
  });

  test('clearing the filters keeps the order and the page size', () => {
    const state = read('q=x&active=true&sort=-name&page=3&rows=50');
    expect(changeListState(state, { clearFilters: true }, rules)).toEqual(read('sort=-name&rows=50'));
  });

  test('a saved view replaces filters and search and keeps the page size', () => {
    const state = read('q=x&active=true&sort=-name&page=3&rows=50');
    expect(changeListState(state, { view: { filters: { active: ['false'] } } }, rules)).toEqual(read('active=false&rows=50'));
  });
});

test('an empty list has a first page', () => {
  expect(lastPage(0, 25)).toBe(1);
  expect(lastPage(25, 25)).toBe(1);
  expect(lastPage(26, 25)).toBe(2);
});

test('a list with a limited count allows paging beyond it', () => {
  expect(lastPage(10_000, 25)).toBe(400);
  expect(lastPage(10_001, 25)).toBe(Infinity);
  const instead = (page: number, count: number, rows: number, seen = 0) =>
    findValidPage(page, { count, size: 25, rows, lastPageWithRows: seen });
  expect(instead(401, 10_000, 0)).toBe(400);
  expect(instead(401, 10_001, 25)).toBeNull();
  expect(instead(1601, 10_001, 7)).toBeNull();
  expect(instead(9999, 10_001, 0)).toBe(400);
  // The next page after a full last page, and a last page whose rows are gone.
  expect(instead(1603, 10_001, 0, 1602)).toBe(1602);
  expect(instead(1602, 10_001, 0, 1602)).toBe(400);
  expect(instead(3, 26, 0)).toBe(2);
  expect(instead(1, 0, 0)).toBeNull();
});

test('a full count limits the last page', () => {
  expect(lastPage(12_000, 25)).toBe(480);
  expect(findValidPage(481, { count: 12_000, size: 25, rows: 0, lastPageWithRows: 480 })).toBe(480);
  expect(findValidPage(480, { count: 12_000, size: 25, rows: 25, lastPageWithRows: 0 })).toBeNull();
});
