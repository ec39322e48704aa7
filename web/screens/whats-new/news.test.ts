import { beforeEach, expect, it } from 'vitest';
import { newsIsUnread, newsReadTo, readNews, releases } from './news.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, { localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) } });
});

it('is unread until its page was opened, each person for themselves', () => {
  expect(newsIsUnread('mona')).toBe(true);
  readNews('mona');
  expect([newsIsUnread('mona'), newsIsUnread('karim'), newsReadTo('mona')]).toEqual([false, true, releases[0]?.day]);
});

it('stands the newest first, each day once', () => {
  const days = releases.map(({ day }) => day);
  expect(days).toEqual([...new Set(days)].sort().reverse());
});
