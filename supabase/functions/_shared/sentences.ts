/* The client's messages for refusals, for callers without texts of their own. */
import ar from '../../../web/i18n/ar/errors.json' with { type: 'json' };
import en from '../../../web/i18n/en/errors.json' with { type: 'json' };
import { isolated } from '../../../web/i18n/isolated.ts';
import type { Refusal } from './errors.ts';

const texts: Readonly<Record<'ar' | 'en', Readonly<Record<string, string>>>> = { ar, en };

/** Arabic if it is the first accepted language, else English. */
export const languageOf = (request: Request): 'ar' | 'en' => (/^ar\b/i.test(request.headers.get('accept-language') ?? '') ? 'ar' : 'en');

export function sentence({ code, status, values }: Refusal, language: 'ar' | 'en'): string {
  const own = texts[language];
  // A violated constraint has its own message, or the one for its kind.
  const text = own[String(values.constraint)] ?? own[code] ?? own[byStatus[status] ?? (status >= 500 ? 'server' : 'invalid')] ?? '';
  return text.replace(/\{\{(\w+)(?:, (\w+))?\}\}/g, (_, name: string, format: string | undefined) => {
    // A name has a value for each language: `branch` and `branch_ar`. {{13}} is a number in the text itself.
    const value = (language === 'ar' ? values[`${name}_ar`] : undefined) ?? values[name] ?? name;
    if (format === 'isolate') return isolated(value, language);
    return format === 'number' ? new Intl.NumberFormat('en').format(Number(value)) : String(value);
  });
}

const byStatus: Readonly<Record<number, string>> = { 401: 'session', 403: 'not_allowed', 404: 'not_found', 413: 'request_too_large' };
