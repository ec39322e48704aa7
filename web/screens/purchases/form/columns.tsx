import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { variantColumns, type LineColumn } from '@/parts/lines/columns.tsx';
import { formatCost, costProblemKeys } from '@/parts/lines/cost.ts';
import type { LineShape } from '@/parts/lines/line-sheet.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { Money, Nil } from '@/ui/figure.tsx';
import { correctsCost, hasFixedCost, problemOf, totalOf, type CartLine, type LineField, type LineProblem } from './lines.ts';

const nameOf = ({ variant }: CartLine) => lineName(variant);

export function problemText(t: TFunction, problem: LineProblem, received: number): string {
  if (problem.kind === 'not_a_number') return t('lines.problem.not_a_number');
  if (problem.kind === 'below_received') return t('purchases.cart.problem.quantity_below_received', { received: formatNumber(received) });
  if (problem.field === 'quantity') return t(`lines.problem.${problem.kind}`);
  if (problem.field === 'free') {
    return t(problem.kind === 'more_than_line' ? 'purchases.cart.problem.free_more_than_line' : `lines.problem.${problem.kind}`);
  }
  if (problem.field === 'cost')
    return t(problem.kind === 'missing' ? 'purchases.cart.problem.cost_missing' : costProblemKeys[problem.kind]);
  return t(problem.kind === 'too_large' ? costProblemKeys.too_large : `purchases.cart.problem.discount_${problem.kind}`);
}

/** The column of a number of the lines. */
export function figureColumn<Line extends CartLine>(
  t: TFunction,
  id: LineField,
  width: number,
  {
    placeholder,
    nameOf: named = nameOf,
    ...more
  }: Partial<LineColumn<Line>> & { placeholder?: string; nameOf?: (line: Line) => string } = {},
): LineColumn<Line> {
  return {
    id,
    label: t(id === 'quantity' ? 'lines.quantity' : `purchases.cart.${id}`),
    width,
    num: true,
    field: {
      value: (line) => line[id],
      label: (line) => t(id === 'quantity' ? 'lines.quantityOf' : `purchases.cart.${id}Of`, { name: named(line) }),
      isReadOnly: (line) => id !== 'quantity' && hasFixedCost(line),
      format: id === 'quantity' || id === 'free' ? formatNumber : formatCost,
      placeholder,
    },
    ...more,
  };
}

export const totalColumn = (t: TFunction): LineColumn<CartLine> => ({
  id: 'total',
  label: t('purchases.cart.totalIn', { currency: currencyWord() }),
  width: 116,
  num: true,
  card: 'card-sum',
  cell: (line) => {
    const total = totalOf(line);
    return total === null ? <Nil /> : <Money value={total} />;
  },
});

/** The columns of the form's lines. duplicateIds: lines that were picked again; onMore adds one piece to such a line. */
export function useLineShape(duplicateIds: readonly string[], onMore: (id: string) => void): LineShape<CartLine> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      columns: [
        ...variantColumns(t, ({ variant }: CartLine) => variant, true),
        figureColumn<CartLine>(t, 'quantity', 98),
        figureColumn<CartLine>(t, 'free', 72, { hint: t('purchases.cart.freeHint'), placeholder: '–', card: 'card-free' }),
        figureColumn<CartLine>(t, 'cost', 108),
        figureColumn<CartLine>(t, 'discount', 98, { hint: t('purchases.cart.discountHint'), placeholder: '–' }),
        totalColumn(t),
      ],
      problemOf: (line) => {
        if (duplicateIds.includes(line.variant.variant_id)) return {};
        const problem = problemOf(line);
        return problem && { figure: problem.field, missing: problem.kind === 'missing' };
      },
      note: (line) => {
        if (duplicateIds.includes(line.variant.variant_id)) {
          return (
            <span>
              {t('purchases.cart.already')}{' '}
              <button type="button" className="link" onClick={() => onMore(line.variant.variant_id)}>
                {t('purchases.cart.addOne')}
              </button>
            </span>
          );
        }
        const problem = problemOf(line);
        if (problem) return <span>{problemText(t, problem, line.received)}</span>;
        return (
          correctsCost(line) && (
            <span>{t('purchases.cart.correctsCost', { count: line.received, pieces: formatNumber(line.received) })}</span>
          )
        );
      },
      nameOf,
      stays: ({ received }) => (received > 0 ? t('purchases.cart.receivedStays') : undefined),
    }),
    [t, duplicateIds, onMore],
  );
}
