/* One table from error code to sentence: `errors.<code>` in both languages. A code without a sentence says so plainly. */
import { useTranslation } from 'react-i18next';
import { useFormat } from './format.ts';

interface Coded {
  code: string;
  values: Record<string, unknown>;
}

/** The sentence for an error in the reader's language. fallback: the catalogue's own message for this place, used when nothing is more exact. */
export function useErrorText(): (error: Coded, fallback?: string) => string {
  const { t, i18n } = useTranslation();
  const { quantity, either, dateTime } = useFormat();
  return ({ code, values }, fallback) => {
    const shown: Record<string, string> = {};
    for (const [name, value] of Object.entries(values)) {
      if (name.endsWith('_ar')) continue;
      if (typeof value === 'number') shown[name] = quantity(value);
      else if (name === 'at' && typeof value === 'string') shown[name] = dateTime(value);
      else if (typeof value === 'string') shown[name] = either(value, values[`${name}_ar`] as string | undefined);
    }
    if (typeof values.permission === 'string') shown.permission = t(`permissions.${values.permission}`, { defaultValue: values.permission });
    const key = `errors.${code}`;
    if (i18n.exists(key) && !(fallback && code === 'unexpected')) return t(key, shown);
    return t(fallback ?? 'errors.unexpected', shown);
  };
}
