import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { releases } from './news.ts';
import { newsIsUnread, newsReadTo, readNews } from './unread.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    localStorage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) },
  });
});

it('news is unread until a person opens the page, separately for each person', () => {
  expect(newsIsUnread('mona')).toBe(true);
  readNews('mona');
  expect([newsIsUnread('mona'), newsIsUnread('karim'), newsReadTo('mona')]).toEqual([false, true, releases[0]?.day]);
});

it('news is sorted newest first, with each day once', () => {
  const days = releases.map(({ day }) => day);
  expect(days).toEqual([...new Set(days)].sort().reverse());
});

it('the news matches the CHANGELOG of the repository', async () => {
  const { note, text } = JSON.parse(readFileSync('web/i18n/en/whatsNew.json', 'utf8')) as Record<'note' | 'text', Record<string, string>>;
  const told = releases.map(({ day, notes }) => `## ${day}\n\n${notes.map(({ key }) => `- **${note[key]}.** ${text[key]}`).join('\n')}\n`);
  await expect(['# Changelog\n', ...told].join('\n')).toMatchFileSnapshot('../../../CHANGELOG.md');
});
