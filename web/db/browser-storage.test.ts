import { beforeEach, expect, it, vi } from 'vitest';
import { forgetWork, hasUnsavedWork, markFiles, markUnsent, unsentSales } from './browser-storage.ts';

/* What stays in a browser when its user leaves. */

function store(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (at) => [...entries.keys()][at] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', store());
  vi.stubGlobal('sessionStorage', store());
});

it('reports unsaved work only for drafts, unsent counts and files', () => {
  for (const key of ['language', 'goods:mona:b', 'unsent:mona', 'held:mona']) localStorage.setItem(key, '1');
  sessionStorage.setItem('receipt:mona:b', '{}');
  expect(hasUnsavedWork()).toBe(false);
  for (const [storage, key] of [
    [localStorage, 'draft:mona:purchase'],
    [sessionStorage, 'draft:mona:/brands/add'],
    [localStorage, 'tallies:mona:count'],
  ] as const) {
    storage.setItem(key, '{}');
    expect([key, hasUnsavedWork()]).toEqual([key, true]);
    storage.removeItem(key);
  }
  markFiles('draft:mona:purchase', true);
  expect(hasUnsavedWork()).toBe(true);
  markFiles('draft:mona:purchase', false);
  expect(hasUnsavedWork()).toBe(false);
});

it('removes the stored work of every user except the one who signs in', () => {
  localStorage.setItem('language', 'ar');
  for (const person of ['mona', 'karim']) {
    localStorage.setItem(`tallies:${person}:count`, '[]');
    markFiles(`draft:${person}:purchase`, true);
    sessionStorage.setItem(`receipt:${person}:b`, '{}');
  }
  forgetWork('karim');
  expect(Object.fromEntries(Array.from({ length: localStorage.length }, (_, index) => [localStorage.key(index), true]))).toEqual({
    language: true,
    'tallies:karim:count': true,
    'draft:karim:purchase:files': true,
  });
  expect([sessionStorage.length, sessionStorage.getItem('receipt:karim:b')]).toEqual([1, '{}']);
  forgetWork();
  expect([localStorage.length, sessionStorage.length, hasUnsavedWork()]).toEqual([1, 0, false]);
});

it("counts a user's unsent and held sales, and keeps them when another user signs in", () => {
  markUnsent('unsent', 'mona', 2);
  markUnsent('held', 'mona', 1);
  forgetWork('karim');
  expect([unsentSales('mona'), unsentSales('karim'), unsentSales(null)]).toEqual([3, 0, 0]);
  markUnsent('unsent', 'mona', 0);
  expect(unsentSales('mona')).toBe(1);
});
