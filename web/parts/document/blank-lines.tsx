import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { useUnlessMany } from '@/parts/lines/many-pieces.tsx';
import { Button } from '@/ui/button.tsx';
import { NumberInput } from '@/ui/number-input.tsx';

interface BlankLinesProps {
  /** The number of lines without a quantity. */
  count: number;
  fill: (quantity: string) => void;
  remove: () => void;
  /** The user has tried to save. */
  strict: boolean;
}

/** Fills or removes the lines without a quantity, such as those of ticked products. A single one is usually about to be typed. */
export function BlankLines({ count, fill, remove, strict }: BlankLinesProps) {
  const { t } = useTranslation();
  const [quantity, setQuantity] = useState('1');
  const { unlessMany, question } = useUnlessMany();
  if (count === 0 || (count === 1 && !strict)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-gutter py-2" role="group" aria-label={t('lines.blank.title', { count })}>
      <span>{t('lines.blank.title', { count })}</span>
      <NumberInput className="w-20" label={t('lines.blank.quantity')} value={quantity} onChange={setQuantity} />
      <Button small disabled={!isDecimal(quantity)} onClick={() => unlessMany([quantity], () => fill(quantity))}>
        {t('lines.blank.fill')}
      </Button>
      <Button small onClick={remove}>
        {t('lines.blank.remove')}
      </Button>
      {question}
    </div>
  );
}
