import { useTranslation } from '@/i18n/use-translation.ts';
import { formatPlain } from '@/lib/numerals.ts';
import { isAmbiguous, readDecimal } from '@/lib/typed-number.ts';

/** Says how a number is read whose mark may separate thousands or decimals, above its input while it is typed. */
export function ReadAs({ typed = '' }: { typed?: string }) {
  const { t } = useTranslation();
  if (!isAmbiguous(typed)) return null;
  return (
    <output className="pointer-events-none absolute end-0 bottom-full z-5 rounded-sm bg-ink px-1.5 text-xs whitespace-nowrap text-sheet">
      {t('ui.readAs', { number: formatPlain(readDecimal(typed) ?? '') })}
    </output>
  );
}
