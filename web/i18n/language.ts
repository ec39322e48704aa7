import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import addresses from 'virtual:texts';
import { formatFigure, formatNumber } from '@/lib/numerals.ts';
import { setSettings, type Language } from '@/lib/settings.ts';
import { isolated } from './isolated.ts';

/** Each language's name in that language. */
export const languageNames = { en: 'English', ar: 'العربية' } as const satisfies Record<Language, string>;

const storageKey = 'language';

/** Only the chosen language is loaded. */
async function load(language: Language): Promise<Record<string, unknown>> {
  const answer = await fetch(addresses[language]);
  if (!answer.ok) throw new Error(`No texts: ${answer.status}`);
  return (await answer.json()) as Record<string, unknown>;
}

const isLanguage = (text: unknown): text is Language => text === 'ar' || text === 'en';

/** Same as in before-paint.js: the language chosen here, else the browser's. */
function ownLanguage(): Language {
  const chosen = localStorage.getItem(storageKey);
  return isLanguage(chosen) ? chosen : navigator.language.startsWith('ar') ? 'ar' : 'en';
}

/** On a device without a chosen language, switches to the user's own. */
export async function adoptLanguage(known: unknown): Promise<void> {
  // A restored session is announced before the texts are loaded.
  if (!i18next.isInitialized) await new Promise((resolve) => i18next.on('initialized', resolve));
  if (!isLanguage(localStorage.getItem(storageKey)) && isLanguage(known)) await chooseLanguage(known);
}

function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  setSettings({ language });
}

export async function startLanguage(): Promise<void> {
  const language = ownLanguage();
  const chosen = await load(language);
  applyLanguage(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    // A missing Arabic text shows its key instead of English.
    fallbackLng: false,
    resources: { [language]: { translation: chosen } },
    interpolation: { escapeValue: false },
    // `{{8}}` in a text is a number, shown in the business's digits.
    missingInterpolationHandler: (_text: string, [, digits = '']: string[]) => formatFigure(digits),
    returnNull: false,
    react: { useSuspense: false },
  });
  i18next.services.formatter?.add('number', (value: unknown) => formatNumber(value as number));
  i18next.services.formatter?.add('isolate', isolated);
}

export async function chooseLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await load(language));
  }
  localStorage.setItem(storageKey, language);
  applyLanguage(language);
  await i18next.changeLanguage(language);
}
