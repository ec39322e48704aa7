import { useMemo } from 'react';
import type { LabelLine } from '@/db/labels.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { variantColumns } from '@/parts/lines/columns.tsx';
import type { LineShape } from '@/parts/lines/line-sheet.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { Money, Nil } from '@/ui/figure.tsx';
import { maxCopies, problemOf, type CartLine } from './cart.ts';

const nameOf = ({ variant }: CartLine) => lineName(variant);

/** The columns of the cart. duplicateIds: lines that were picked again; onMore adds one copy to such a line. */
export function useLineShape(
  priced: ReadonlyMap<string, LabelLine | null>,
  duplicateIds: readonly string[],
  onMore: (id: string) => void,
): LineShape<CartLine> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      columns: [
        ...variantColumns(t, ({ variant }: CartLine) => variant),
        {
          id: 'price',
          label: t('labels.cart.price', { currency: currencyWord() }),
          width: 108,
          num: true,
          cell: ({ variant }) => {
            const price = priced.get(variant.variant_id)?.price;
            return price === undefined ? <Nil /> : <Money value={price} />;
          },
        },
        {
          id: 'quantity',
          label: t('labels.cart.copies'),
          width: 104,
          num: true,
          edge: true,
          field: { value: ({ copies }) => copies, label: (line) => t('labels.cart.copiesOf', { name: nameOf(line) }) },
        },
      ],
      problemOf: ({ variant, copies }) =>
        duplicateIds.includes(variant.variant_id) ? {} : problemOf(copies) ? { figure: 'quantity' } : null,
      note: ({ variant, copies }) => {
        if (duplicateIds.includes(variant.variant_id))
          return (
            <span>
              {t('labels.cart.already')}{' '}
              <button type="button" className="link" onClick={() => onMore(variant.variant_id)}>
                {t('labels.cart.addOne')}
              </button>
            </span>
          );
        const problem = problemOf(copies);
        return problem && <span>{t(`labels.cart.problem.${problem}`, { most: formatNumber(maxCopies) })}</span>;
      },
      nameOf,
    }),
    [t, priced, duplicateIds, onMore],
  );
}
