/* The texts of the app, to find elements by what users see. */
import { readFileSync } from 'node:fs';
import { isolated } from '../../i18n/isolated.ts';
import type { Language } from './stack.ts';

type Texts = { [key: string]: string | Texts };

/** One area of one language: `words('en', 'kit')('problem.required')`. */
export function words(language: Language, area: string) {
  const texts = JSON.parse(readFileSync(new URL(`../../i18n/${language}/${area}.json`, import.meta.url), 'utf8')) as Texts;
  return (key: string, values: Record<string, string> = {}): string => {
    const found = key.split('.').reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts);
    if (typeof found !== 'string') throw new Error(`No text ${area}.${key}`);
    return found.replace(/\{\{(\w+)([^}]*)\}\}/g, (_, name: string, format: string) => {
      const value = values[name] ?? (/^\d+$/.test(name) ? name : '');
      return value && format.includes('isolate') ? isolated(value, language) : value;
    });
  };
}
