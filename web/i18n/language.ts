import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatNumber } from '@/lib/numerals.ts';
import { setSettings, type Language } from '@/lib/settings.ts';

const storageKey = 'language';

/** Only the chosen language is ever loaded. */
const texts: Record<Language, () => Promise<{ default: Record<string, unknown> }>> = {
  en: () => import('./en.ts'),
  ar: () => import('./ar.ts'),
};

export function storedLanguage(): Language {
  return localStorage.getItem(storageKey) === 'ar' ? 'ar' : 'en';
}

function turnPage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  setSettings({ language });
}

export async function startLanguage(): Promise<void> {
  const language = storedLanguage();
  const chosen = await texts[language]();
  turnPage(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    // A missing Arabic text shows its key, never English.
    fallbackLng: false,
    resources: { [language]: { translation: chosen.default } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  i18next.services.formatter?.add('number', (value: unknown) => formatNumber(value as number));
  // First-strong isolates: a code or a signed figure keeps its own direction inside Arabic words.
  i18next.services.formatter?.add('isolate', (value: unknown) => `\u2068${String(value)}\u2069`);
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).default);
  }
  turnPage(language);
  await i18next.changeLanguage(language);
}
