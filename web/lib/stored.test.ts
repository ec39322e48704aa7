import { beforeEach, expect, it, vi } from 'vitest';
import { onDevice, readWork } from './stored.ts';

const readOld = (text: string) => (text.startsWith('{"old"') ? text : null);
const readNew = (text: string) => (text.startsWith('{"new"') ? text : null);
const nothing = { work: null, setAside: false };
const stored = new Map<string, string>();
/** Characters that fit into storage. */
let space: number;

beforeEach(() => {
  stored.clear();
  space = 1_000;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      const used = [...stored].reduce((sum, [other, { length }]) => sum + (other === key ? 0 : other.length + length), 0);
      if (used + key.length + value.length > space) throw new DOMException('', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
});

it('work of another version is set aside, survives later work, and is restored when readable', () => {
  stored.set('draft', '{"new":1}');
  expect(readWork('draft', readOld)).toEqual({ work: null, setAside: true });
  expect(readWork('draft', readOld)).toEqual(nothing);
  onDevice.write('draft', { old: 1 });
  expect(readWork('draft', readOld)).toEqual({ work: '{"old":1}', setAside: false });
  expect(readWork('draft', readNew)).toEqual({ work: null, setAside: true });
  expect(readWork('draft', readNew)).toEqual({ work: '{"new":1}', setAside: false });
  expect(stored.get('draft')).toBe('{"new":1}');
  onDevice.write('draft', undefined);
  expect(readWork('draft', readNew)).toEqual(nothing);
  expect(readWork('draft', readOld)).toEqual({ work: '{"old":1}', setAside: false });
  expect([...stored.keys()]).toEqual(['draft']);
});

it('work of another version is set aside in storage that has no space for a second copy', () => {
  const draft = `{"new":"${'"'.repeat(40)}"}`;
  stored.set('draft', draft);
  space = draft.length + 20;
  expect(readWork('draft', readOld)).toEqual({ work: null, setAside: true });
  onDevice.write('draft', undefined);
  expect(readWork('draft', readNew).work).toBe(draft);
});

it('work of another version stays in place while the device has no space', () => {
  stored.set('draft', '{"new":1}');
  space = 15;
  readWork('draft', readOld);
  expect([...stored]).toEqual([['draft', '{"new":1}']]);
});
