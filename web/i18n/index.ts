/* Two languages, one chunk each, loaded when chosen. Texts lie in <language>/<area>.json; a key is `<area>.<key>`.
   The choice is kept under `language` (en or ar, English first); a missing key shows itself. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export type Language = 'en' | 'ar';
const STORED = 'language';

const catalogues: Record<Language, () => Promise<{ default: Record<string, object> }>> = {
  en: () => import('./en.ts'),
  ar: () => import('./ar.ts'),
};

export const storedLanguage = (): Language => (localStorage.getItem(STORED) === 'ar' ? 'ar' : 'en');

function dress(language: Language) {
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
}

async function load(language: Language) {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await catalogues[language]()).default);
  }
}

export async function startI18n(): Promise<void> {
  const language = storedLanguage();
  await i18next.use(initReactI18next).init({ lng: language, fallbackLng: false, resources: {}, interpolation: { escapeValue: false }, returnNull: false });
  await load(language);
  await i18next.changeLanguage(language);
  dress(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  await load(language);
  localStorage.setItem(STORED, language);
  dress(language);
  await i18next.changeLanguage(language);
}

export const currentLanguage = (): Language => (i18next.language === 'ar' ? 'ar' : 'en');
