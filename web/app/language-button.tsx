import { chooseLanguage, languageNames } from '@/i18n/language.ts';
import { useTranslation } from '@/i18n/use-translation.ts';

/** Switches to the other language, labelled with that language's own name. */
export function LanguageButton() {
  const { i18n } = useTranslation();
  const other = i18n.language === 'ar' ? 'en' : 'ar';
  return (
    <button
      type="button"
      className={`button quiet ${other === 'ar' ? 'font-[family-name:Cairo] tracking-[0]' : 'font-[family-name:Montserrat]'}`}
      lang={other}
      onClick={() => void chooseLanguage(other)}
    >
      {languageNames[other]}
    </button>
  );
}
