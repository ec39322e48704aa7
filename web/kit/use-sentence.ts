import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';

/** A failure as one sentence in the reader's language. */
export function useSentence() {
  const { t } = useTranslation();
  return (error: unknown) => errorText(t, error);
}
