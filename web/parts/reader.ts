import { useMemo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';

interface Named {
  name?: string | null;
  name_ar?: string | null;
}

/** Names as this reader sees them: the Arabic one for an Arabic reader, where there is one. */
export function useReader() {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const either = (name: string | null | undefined, inArabic: string | null | undefined) => (language === 'ar' ? inArabic || name : name) ?? '';
    return { language, either, named: (row: Named | null | undefined) => either(row?.name, row?.name_ar) };
  }, [language]);
}
