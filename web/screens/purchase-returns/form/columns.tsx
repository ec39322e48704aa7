import { useMemo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { minus } from '@/lib/money.ts';
import { formatNumber, isDecimal } from '@/lib/numerals.ts';
import type { Short } from '@/parts/document/use-stock-save.ts';
import { goodsColumn } from '@/parts/lines/columns.tsx';
import { formatCost, costProblemKeys } from '@/parts/lines/cost.ts';
import type { LineShape } from '@/parts/lines/line-sheet.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { FromAfter, Money, Nil, Quantity } from '@/ui/figure.tsx';
import { amountsOf, leftEmpty, problemOf, problemOfCost, type GoodsById, type ReturnLine } from './lines.ts';

interface Shape {
  goods: GoodsById;
  /** Whether the user sees costs. */
  costs: boolean;
  short: Short;
  onFigure: (id: string, figure: string, value: string) => void;
}

/** The columns of a return's lines: what came and is here, how much goes back, and what the supplier owes for it. */
export function useLineShape({ goods, costs, short, onFigure }: Shape): LineShape<ReturnLine> {
  const { t } = useTranslation();
  return useMemo(() => {
    const nameOf = ({ variant }: ReturnLine) => lineName(variant);
    const goodsOf = ({ variant }: ReturnLine) => goods.get(variant.variant_id);
    const refusedOf = ({ variant, quantity }: ReturnLine) => {
      const refused = short.get(variant.variant_id);
      return refused?.quantity === quantity ? refused : undefined;
    };
    const find = (line: ReturnLine) => (refusedOf(line) ? 'short' : problemOf(line, goodsOf(line)));
    return {
      columns: [
        goodsColumn(t, ({ variant }: ReturnLine) => variant),
        {
          id: 'left',
          label: t('purchaseReturns.line.left'),
          width: 92,
          num: true,
          hint: t('purchaseReturns.line.leftHint'),
          cell: (line) => {
            const of = goodsOf(line);
            return of?.left != null && of.received != null ? (
              <span title={t('purchaseReturns.line.ofReceipt', { number: of.receipt_number ?? '' })}>
                {of.left === of.received
                  ? formatNumber(of.left)
                  : t('purchaseReturns.line.leftOf', { left: formatNumber(of.left), received: formatNumber(of.received) })}
              </span>
            ) : (
              <Nil />
            );
          },
        },
        {
          id: 'onHand',
          label: t('purchaseReturns.line.onHand'),
          width: 112,
          num: true,
          card: 'card-target',
          cell: (line) => {
            const now = line.variant.at_source;
            if (now === null) return <Nil />;
            if (!isDecimal(line.quantity)) return <Quantity value={now} />;
            const after = minus(now, line.quantity);
            return <FromAfter from={formatNumber(now)} after={formatNumber(after)} tone={after.startsWith('-') ? 'negative' : undefined} />;
          },
        },
        {
          id: 'quantity',
          label: t('purchaseReturns.line.quantity'),
          width: 104,
          num: true,
          field: {
            value: ({ quantity }) => quantity,
            label: (line) => t('lines.quantityOf', { name: nameOf(line) }),
          },
        },
        ...(costs
          ? [
              {
                id: 'cost',
                label: t('purchases.cart.cost'),
                width: 108,
                num: true,
                hint: t('purchaseReturns.line.costHint'),
                field: {
                  value: (line: ReturnLine) => (goodsOf(line)?.receipt_item_id ? String(goodsOf(line)?.unit_cost ?? '') : line.cost),
                  label: (line: ReturnLine) => t('purchases.cart.costOf', { name: nameOf(line) }),
                  format: formatCost,
                  isReadOnly: (line: ReturnLine) => goodsOf(line)?.receipt_item_id != null,
                  placeholder: '–',
                },
              },
              {
                id: 'amount',
                label: t('purchaseReturns.line.amount', { currency: currencyWord() }),
                width: 118,
                num: true,
                card: 'card-row3' as const,
                cell: (line: ReturnLine) => {
                  const amounts = amountsOf(line, goodsOf(line));
                  return amounts ? <Money value={amounts.net} /> : <Nil />;
                },
              },
            ]
          : []),
      ],
      problemOf: (line) => {
        const problem = find(line);
        if (problem) return { figure: 'quantity', missing: problem === 'missing' };
        return problemOfCost(line, goodsOf(line)) && { figure: 'cost' };
      },
      note: (line) => {
        const problem = find(line);
        const ofCost = problem === null && problemOfCost(line, goodsOf(line));
        if (ofCost) return <span>{t(costProblemKeys[ofCost])}</span>;
        if (problem === null) return leftEmpty(line) || goodsOf(line) ? null : <span>{t('purchaseReturns.line.loading')}</span>;
        const offer = (n: number) =>
          n > 0 && (
            <button type="button" className="link" onClick={() => onFigure(line.variant.variant_id, 'quantity', String(n))}>
              {t('stock.problem.use', { n: formatNumber(n) })}
            </button>
          );
        switch (problem) {
          case 'zero':
          case 'negative':
            return <span>{t('purchaseReturns.problem.notPositive')}</span>;
          case 'beyond': {
            const { left, receipt_number: number } = goodsOf(line)!;
            return (
              <>
                <span>{t('purchaseReturns.problem.beyond', { n: formatNumber(left ?? 0), number: number ?? '' })}</span>
                {offer(left ?? 0)}
              </>
            );
          }
          case 'short': {
            const has = refusedOf(line)?.has ?? line.variant.at_source;
            return (
              <>
                <span>
                  {has === null ? t('purchaseReturns.problem.shortHidden') : t('purchaseReturns.problem.short', { n: formatNumber(has) })}
                </span>
                {offer(has ?? 0)}
              </>
            );
          }
          default:
            return <span>{t(`lines.problem.${problem}`)}</span>;
        }
      },
      nameOf,
    };
  }, [t, goods, costs, short, onFigure]);
}
