import { expect, it } from 'vitest';
import ar from './ar.ts';
import en from './en.ts';

const PLURALS = { en: ['one', 'other'], ar: ['zero', 'one', 'two', 'few', 'many', 'other'] };
const plural = /_(zero|one|two|few|many|other)$/;

function flat(texts: object, prefix = ''): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof value === 'string') all.set(path, value);
    else for (const [inner, text] of flat(value as object, path)) all.set(inner, text);
  }
  return all;
}

const texts = { en: flat(en), ar: flat(ar) };
const stems = (language: 'en' | 'ar') => [...new Set([...texts[language].keys()].map((key) => key.replace(plural, '')))].sort();

it('says everything in both languages', () => expect(stems('ar')).toEqual(stems('en')));

it.each(['en', 'ar'] as const)('has every plural form in %s', (language) => {
  const counted = [...texts[language].keys()].filter((key) => plural.test(key));
  const missing = counted.flatMap((key) => PLURALS[language].map((form) => key.replace(plural, `_${form}`)).filter((full) => !texts[language].has(full)));
  expect([...new Set(missing)]).toEqual([]);
});

it('counts in the same places in both languages', () => {
  const counted = (language: 'en' | 'ar') => [...new Set([...texts[language].keys()].filter((key) => plural.test(key)).map((key) => key.replace(plural, '')))].sort();
  expect(counted('ar')).toEqual(counted('en'));
});

it('fills the same blanks in both languages', () => {
  const blanks = (text: string) => [...new Set(text.match(/\{\{\s*\w+/g) ?? [])].map((blank) => blank.replace(/[{\s]/g, '')).filter((blank) => blank !== 'count').sort();
  const different = [...texts.en].filter(([key]) => !plural.test(key)).filter(([key, text]) => String(blanks(text)) !== String(blanks(texts.ar.get(key) ?? ''))).map(([key]) => key);
  expect(different).toEqual([]);
});

it('has no empty text, and no Arabic left in Latin', () => {
  expect([...texts.en, ...texts.ar].filter(([, text]) => text.trim() === '')).toEqual([]);
  const untranslated = [...texts.ar].filter(([key, text]) => text === texts.en.get(key) && /[a-z]{4}/i.test(text.replace(/\{\{[^}]*\}\}/g, '')) && !/@|https?:|Excel|CSV|SKU|English|Ctrl/.test(text));
  expect(untranslated).toEqual([]);
});
