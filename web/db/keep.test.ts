import { beforeEach, expect, it, vi } from 'vitest';
import { forgetWork, hasUnsavedWork, markFiles, markUnsent, unsentSales } from './keep.ts';

/* What a browser keeps of a person who is about to leave it. */

function store(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (at) => [...held.keys()][at] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', store());
  vi.stubGlobal('sessionStorage', store());
});

it('asks for drafts, counts not sent and files alone, and for nothing else', () => {
  localStorage.setItem('language', 'ar');
  expect(hasUnsavedWork()).toBe(false);
  for (const [held, key] of [
    [localStorage, 'draft:mona:purchase'],
    [sessionStorage, 'draft:mona:/brands/add'],
    [localStorage, 'tallies:mona:count'],
  ] as const) {
    held.setItem(key, '{}');
    expect([key, hasUnsavedWork()]).toEqual([key, true]);
    held.removeItem(key);
  }
  markFiles('draft:mona:purchase', true);
  expect(hasUnsavedWork()).toBe(true);
  markFiles('draft:mona:purchase', false);
  expect(hasUnsavedWork()).toBe(false);
});

it('forgets the work of everybody but who goes on here', () => {
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

it('counts what somebody sold and what they laid aside, and keeps it for them', () => {
  markUnsent('unsent', 'mona', 2);
  markUnsent('held', 'mona', 1);
  forgetWork('karim');
  expect([unsentSales('mona'), unsentSales('karim'), unsentSales(null)]).toEqual([3, 0, 0]);
  markUnsent('unsent', 'mona', 0);
  expect(unsentSales('mona')).toBe(1);
});
