import { useTranslation } from 'react-i18next';
import { errorText } from '@/db/errors.ts';

/** A failure as one sentence in the reader's language. */
export function useSentence() {
  const { t } = useTranslation();
  return (error: unknown) => errorText(t, error);
}
