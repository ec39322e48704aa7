import i18next, { type TFunction } from 'i18next';
import { asAppError, errorText, inLanguage } from '@/db/errors.ts';
import { settings } from '@/lib/settings.ts';

/** This import was applied before, with other content, or was undone since. */
export const isDone = (error: unknown): boolean => ['import_exists', 'import_undone'].includes(asAppError(error).code);

/** An error's message: files and imports have their own texts, all others use the general ones. */
export function refusalText(t: TFunction, error: unknown): string {
  const { code, values: details } = asAppError(error);
  const values: Record<string, unknown> = { ...inLanguage(details, settings().language) };
  values.count ??= values.minutes;
  // The encoding's name as in its picker.
  if (typeof values.encoding === 'string') values.encoding = t(`imports.encodings.${values.encoding}` as 'imports.encodings.utf-8');
  const key = `imports.refused.${code}`;
  const names = Array.isArray(values.names)
    ? values.names.map((name) => `\u2068${String(name)}\u2069`).join(i18next.dir() === 'rtl' ? '، ' : ', ')
    : undefined;
  return i18next.exists(key, { count: values.count as number | undefined })
    ? t(key as 'imports.refused.timeout', { ...values, ...(names === undefined ? {} : { names }) })
    : errorText(t, error);
}
