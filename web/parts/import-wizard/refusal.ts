import i18next, { type TFunction } from 'i18next';
import { asAppError, errorText, inLanguage } from '@/db/errors.ts';
import { settings } from '@/lib/settings.ts';

/** This very import was done before: with other content, or taken back since. */
export const isDone = (error: unknown): boolean => ['import_exists', 'import_undone'].includes(asAppError(error).code);

/** The sentence of a refusal: files and imports have their own, everything else is said as elsewhere. */
export function refusalText(t: TFunction, error: unknown): string {
  const { code, values: told } = asAppError(error);
  const values: Record<string, unknown> = { ...inLanguage(told, settings().language) };
  values.count ??= values.minutes;
  // As it is called where another one is chosen.
  if (typeof values.encoding === 'string') values.encoding = t(`imports.encodings.${values.encoding}` as 'imports.encodings.utf-8');
  const key = `imports.refused.${code}`;
  const names = Array.isArray(values.names)
    ? values.names.map((name) => `\u2068${String(name)}\u2069`).join(i18next.dir() === 'rtl' ? '، ' : ', ')
    : undefined;
  return i18next.exists(key, { count: values.count as number | undefined })
    ? t(key as 'imports.refused.file_empty', { ...values, ...(names === undefined ? {} : { names }) })
    : errorText(t, error);
}
