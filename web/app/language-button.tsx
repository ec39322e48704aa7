import { chooseLanguage, languageNames } from '@/i18n/language.ts';
import { useTranslation } from '@/i18n/use-translation.ts';

/** The other language, by its own name in its own script. */
export function LanguageButton() {
  const { i18n } = useTranslation();
  const other = i18n.language === 'ar' ? 'en' : 'ar';
  return (
    <button type="button" className="btn quiet language" lang={other} onClick={() => void chooseLanguage(other)}>
      {languageNames[other]}
    </button>
  );
}
