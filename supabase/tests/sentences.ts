import { existsSync, readFileSync } from 'node:fs';

function read(language: string, file: string): Record<string, unknown> {
  const url = new URL(`../../web/i18n/${language}/${file}.json`, import.meta.url);
  return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as Record<string, unknown>) : {};
}

/* Where the client looks up the text of an error; imports have their own. */
const texts = ['en', 'ar'].map((language) => {
  const keysIn = (file: string, ...path: string[]): string[] =>
    Object.keys(path.reduce<Record<string, unknown>>((inner, key) => (inner[key] ?? {}) as Record<string, unknown>, read(language, file)));
  return new Set(
    [...keysIn('errors'), ...keysIn('imports', 'refused')].flatMap((key) => [key, key.replace(/_(zero|one|two|few|many|other)$/, '')]),
  );
});

/** Whether an error code or constraint has a text in both languages. */
export const hasSentence = (code: string): boolean => texts.every((keys) => keys.has(code));

/** Whether a table or column in the audit log has a label in both languages, where the client looks it up. */
export const hasHistoryWords = (table: string, column?: string): boolean =>
  ['en', 'ar'].every((language) => {
    const said = (file: string, ...path: string[]) =>
      typeof path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], read(language, file)) === 'string';
    return column === undefined
      ? said('history', 'table', table) || said('resources', table, 'one')
      : said('history', 'field', table, column) ||
          said('resources', table, 'fields', column) ||
          said(table, 'fields', column) ||
          said('fields', column);
  });
