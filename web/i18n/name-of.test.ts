import { afterEach, expect, it } from 'vitest';
import { setSettings } from '@/lib/settings.ts';
import { inReaderOrder } from './name-of.ts';

afterEach(() => setSettings({ language: 'en' }));

it.each([
  { language: 'en', fields: ['Shirt', 'قميص'], stored: ['Shirt', 'قميص'] },
  { language: 'ar', fields: ['قميص', 'Shirt'], stored: ['Shirt', 'قميص'] },
  { language: 'ar', fields: ['قميص', ''], stored: ['قميص', ''] },
  { language: 'ar', fields: ['', 'Shirt'], stored: ['', 'Shirt'] },
  { language: 'ar', fields: ['قميص', ' '], stored: ['قميص', ' '] },
] as const)('stores the names $fields of a form in $language as $stored, and shows them again', ({ language, fields, stored }) => {
  setSettings({ language });
  expect(inReaderOrder(fields)).toEqual(stored);
  expect(inReaderOrder(stored)).toEqual(fields);
});
