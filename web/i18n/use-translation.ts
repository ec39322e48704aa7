import i18next, { type TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import { settings } from '@/lib/settings.ts';

export interface Translation {
  t: TFunction;
  i18n: typeof i18next;
}

/** Caches texts without parameters: i18next parses the key again at each call, and a list uses the same ones in each row. */
export function translation(): Translation {
  const plain = new Map<string, string>();
  let digits = settings().digits;
  const tell = (key: 'app.name', values?: Record<string, unknown>) => {
    if (values) return i18next.t(key, values);
    if (digits !== settings().digits) {
      digits = settings().digits;
      plain.clear();
    }
    const known = plain.get(key);
    if (known !== undefined) return known;
    const text = i18next.t(key);
    plain.set(key, text);
    return text;
  };
  return { t: tell as unknown as TFunction, i18n: i18next };
}

export const TranslationContext = createContext<Translation | null>(null);

/** One translation for the whole app: react-i18next's hook has state and a listener per caller, of which a list has hundreds. */
export function useTranslation(): Translation {
  const found = useContext(TranslationContext);
  if (!found) throw new Error('useTranslation outside of the app');
  return found;
}
