import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, minus, times } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { readPercent } from '@/lib/typed-number.ts';
import { variantColumns, type LineColumn } from '@/parts/lines/columns.tsx';
import type { LineShape } from '@/parts/lines/line-sheet.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { Money, Nil, Quantity } from '@/ui/figure.tsx';
import { priceOf, lineAmounts, totalOf, type CartFigure, type CartLine, type LineProblem } from './cart.ts';
import { LineTaxMenu, type LineTax } from './line-tax.tsx';

const nameOf = ({ variant }: CartLine) => lineName(variant);
/** Formats a price, which may have more decimals than the currency. */
const formatPrice = (decimal: string) =>
  (decimal.split('.')[1] ?? '').length > 2 ? formatNumber(decimal, { max: 4 }) : formatMoney(decimal);
const formatDiscount = (text: string) => (readPercent(text) === null ? formatMoney(text) : text);

function sentence(t: TFunction, { figure, kind }: LineProblem): string {
  if (kind === 'not_a_number') return t('lines.problem.not_a_number');
  if (figure === 'quantity') return t(`lines.problem.${kind}` as 'lines.problem.missing');
  if (kind === 'too_large') return t('errors.out_of_range');
  return t(`counter.problem.${figure}_${kind}` as 'counter.problem.price_negative');
}

interface DiscountState {
  /** Variants sold below their product's maximum discount. */
  beyond: ReadonlySet<string>;
  mayGoBeyond: boolean;
  /** The reason for it is typed. */
  hasReason: boolean;
}

/** A warning on the price or stock of a line that can still be sold. */
function remark(t: TFunction, line: CartLine, { beyond, mayGoBeyond, hasReason }: DiscountState): string | null {
  const { variant_id, max_discount = 100, at_source } = line.variant;
  if (beyond.has(variant_id))
    return t(!mayGoBeyond ? 'counter.beyond' : hasReason ? 'counter.beyondReasoned' : 'counter.beyondReason', {
      percent: formatNumber(max_discount),
      least: formatMoney(leastOf(line)),
    });
  if (at_source !== null && compare(line.quantity, at_source) > 0) return t('counter.short', { has: formatNumber(at_source) });
  return null;
}

/** The lowest total that the line's maximum discount allows. */
const leastOf = ({ list, quantity, variant: { max_discount = 100 } }: CartLine) =>
  times(times(list, quantity), times(minus(100, max_discount), '0.01'));

/** The columns of the cart. */
export function useLineShape({ beyond, mayGoBeyond, hasReason }: DiscountState, showsStock: boolean, tax: LineTax): LineShape<CartLine> {
  const { t } = useTranslation();
  return useMemo(() => {
    const discounts = { beyond, mayGoBeyond, hasReason };
    const figure = (
      id: Exclude<CartFigure, 'tax'>,
      label: string,
      width: number,
      value: (line: CartLine) => string,
      format: (decimal: string) => string,
      overrides: Partial<LineColumn<CartLine>> = {},
    ): LineColumn<CartLine> => ({
      id,
      label,
      width,
      num: true,
      field: {
        value,
        label: (line) => (id === 'quantity' ? t('lines.quantityOf', { name: nameOf(line) }) : t(`counter.${id}Of`, { name: nameOf(line) })),
        format,
        placeholder: id === 'discount' ? '–' : undefined,
      },
      ...overrides,
    });
    return {
      columns: [
        ...variantColumns(t, ({ variant }: CartLine) => variant, true),
        ...(showsStock
          ? [
              {
                id: 'stock',
                label: t('counter.col.stock'),
                width: 78,
                num: true,
                card: 'card-hand',
                cell: ({ variant: { at_source } }: CartLine) =>
                  at_source === null ? <Nil /> : <Quantity value={at_source} low={at_source <= 0} />,
              },
            ]
          : []),
        figure('quantity', t('lines.quantity'), 92, (line) => line.quantity, formatNumber, { edge: true }),
        figure('price', t('counter.col.price'), 106, priceOf, formatPrice),
        figure('discount', t('counter.col.discount'), 92, (line) => line.discount, formatDiscount, { hint: t('counter.discountHint') }),
        {
          id: 'total',
          label: t('counter.col.total', { currency: currencyWord() }),
          width: 116,
          num: true,
          card: 'card-sum',
          cell: (line) => {
            const total = totalOf(line);
            const rate = tax.wordsOf(line);
            return (
              <>
                {total === null ? <Nil /> : <Money value={total} />}
                {rate && (
                  <small className="counter-rate" title={rate}>
                    <bdi>{rate}</bdi>
                  </small>
                )}
              </>
            );
          },
        },
      ],
      problemOf: (line) => {
        const { problem } = lineAmounts(line);
        if (problem) return { figure: problem.figure, missing: problem.kind === 'missing' };
        if (remark(t, line, discounts) === null) return null;
        return beyond.has(line.variant.variant_id) && !mayGoBeyond ? { figure: line.discount === '' ? 'price' : 'discount' } : {};
      },
      note: (line) => {
        const { problem } = lineAmounts(line);
        return <span>{problem ? sentence(t, problem) : remark(t, line, discounts)}</span>;
      },
      nameOf,
      tools: tax.isOffered ? (line) => <LineTaxMenu line={line} tax={tax} /> : undefined,
    };
  }, [t, beyond, mayGoBeyond, hasReason, showsStock, tax]);
}
