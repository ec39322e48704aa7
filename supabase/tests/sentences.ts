import { readFileSync } from 'node:fs';

/* Where the client looks for a refusal's sentence; imports keep their own. */
const texts = ['en', 'ar'].map((language) => {
  const keysIn = (file: string, ...path: string[]): string[] =>
    Object.keys(path.reduce<Record<string, unknown>>((inner, key) => (inner[key] ?? {}) as Record<string, unknown>, JSON.parse(readFileSync(new URL(`../../web/i18n/${language}/${file}.json`, import.meta.url), 'utf8')) as Record<string, unknown>));
  return new Set([...keysIn('errors'), ...keysIn('imports', 'refused')].flatMap((key) => [key, key.replace(/_(zero|one|two|few|many|other)$/, '')]));
});

/** Whether a code, or a constraint, is said in both languages. */
export const hasSentence = (code: string): boolean => texts.every((keys) => keys.has(code));
