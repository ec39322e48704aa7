// Both languages say the same things, in every plural form, and every key the code asks for exists.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const here = import.meta.dirname;
const web = join(here, '..');
const plural = /_(zero|one|two|few|many|other)$/;

function flatten(texts: object, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value] as [string, string]] : flatten(value as object, `${prefix}${key}.`),
  );
}

function read(language: string): Map<string, string> {
  const files = readdirSync(join(here, language)).filter((file) => file.endsWith('.json'));
  return new Map(files.flatMap((file) => flatten(JSON.parse(readFileSync(join(here, language, file), 'utf8')) as object, `${file.slice(0, -5)}.`)));
}

const en = read('en');
const ar = read('ar');
const stems = (texts: Map<string, string>) => new Set([...texts.keys()].map((key) => key.replace(plural, '')));
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name as string);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.|types\.gen/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('the two languages', () => {
  it('hold the same keys', () => {
    const english = stems(en);
    const arabic = stems(ar);
    expect({ onlyEnglish: [...english].filter((key) => !arabic.has(key)), onlyArabic: [...arabic].filter((key) => !english.has(key)) }).toEqual({ onlyEnglish: [], onlyArabic: [] });
  });

  it.each([
    ['English', en, ['one', 'other']],
    ['Arabic', ar, ['zero', 'one', 'two', 'few', 'many', 'other']],
  ] as const)('%s has all its plural forms', (_, texts, forms) => {
    const counted = new Set([...texts.keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')));
    const missing = [...counted].flatMap((stem) => forms.map((form) => `${stem}_${form}`)).filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  });

  it('name the same values', () => {
    const strange = [...ar].filter(([key, text]) => {
      const stem = key.replace(plural, '');
      const known = new Set([en.get(key), en.get(`${stem}_other`), en.get(`${stem}_one`)].flatMap((one) => (one ? placeholders(one) : [])));
      return placeholders(text).some((name) => name !== 'count' && !known.has(name));
    });
    expect(strange).toEqual([]);
  });

  it('leave nothing empty', () => expect([...en, ...ar].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]));
});

it('every key that the code asks for exists', () => {
  const known = stems(en);
  const asked = sources(web).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]/g)].map(([, key]) => ({ file: file.slice(web.length), key: key as string })),
  );
  expect(asked.filter(({ key }) => !known.has(key))).toEqual([]);
});
