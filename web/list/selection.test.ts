import { expect, test } from 'vitest';
import { isSelected, NO_SELECTION, pageTicks, range, selectAllMatching, countSelected, toggle } from './selection.ts';

const page = ['a', 'b', 'c'];

test('the selection survives paging', () => {
  const first = toggle(NO_SELECTION, ['a', 'b'], true);
  const second = toggle(first, ['x'], true);
  expect(countSelected(second, 500)).toBe(3);
  expect(isSelected(second, 'a')).toBe(true);
  expect(pageTicks(second, ['x', 'y'])).toBe('some');
});

test('unselecting removes only the given rows', () => {
  const chosen = toggle(toggle(NO_SELECTION, page, true), ['b'], false);
  expect([...chosen.ids]).toEqual(['a', 'c']);
});

test('selecting all matches includes rows never shown, except unselected ones', () => {
  const all = toggle(selectAllMatching(), ['b'], false);
  expect(countSelected(all, 1204)).toBe(1203);
  expect(isSelected(all, 'never shown')).toBe(true);
  expect(isSelected(all, 'b')).toBe(false);
  expect(countSelected(toggle(all, ['b'], true), 1204)).toBe(1204);
});

test('the checkbox in the header reflects the current page', () => {
  expect(pageTicks(NO_SELECTION, page)).toBe('none');
  expect(pageTicks(toggle(NO_SELECTION, ['a'], true), page)).toBe('some');
  expect(pageTicks(toggle(NO_SELECTION, page, true), page)).toBe('all');
  expect(pageTicks(NO_SELECTION, [])).toBe('none');
});

test('shift selects the rows in between, in both directions', () => {
  expect(range(page, 'a', 'c')).toEqual(page);
  expect(range(page, 'c', 'b')).toEqual(['b', 'c']);
  expect(range(page, 'gone', 'b')).toEqual(['b']);
  expect(range(page, null, 'b')).toEqual(['b']);
});
