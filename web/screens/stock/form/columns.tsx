import { Grid3x3 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { plus } from '@/lib/money.ts';
import { formatNumber, isDecimal } from '@/lib/numerals.ts';
import type { Short } from '@/parts/document/use-stock-save.ts';
import { formatCost, costProblemKeys } from '@/parts/lines/cost.ts';
import { variantColumns } from '@/parts/lines/columns.tsx';
import type { LineShape } from '@/parts/lines/line-sheet.tsx';
import { lineName, productName } from '@/parts/variant-name.ts';
import { IconButton } from '@/ui/button.tsx';
import { FromAfter, Nil } from '@/ui/figure.tsx';
import { problemOf, problemOfCost, type EntryKind, type EntryLine } from './lines.ts';

interface Shape {
  kind: EntryKind;
  /** Whether the user may enter costs. */
  costs: boolean;
  short: Short;
  onSheet: (productId: string) => void;
  onWhy: (line: EntryLine) => void;
  onFigure: (id: string, figure: string, value: string) => void;
}

/** The columns of an entry's lines: the quantity, with the stock before and after. */
export function useLineShape({ kind, costs, short, onSheet, onWhy, onFigure }: Shape): LineShape<EntryLine> {
  const { t } = useTranslation();
  return useMemo(() => {
    const nameOf = ({ variant }: EntryLine) => lineName(variant);
    const refusedOf = ({ variant, quantity }: EntryLine) => {
      const refused = short.get(variant.variant_id);
      return refused?.quantity === quantity ? refused : undefined;
    };
    const find = (line: EntryLine) => (refusedOf(line) ? 'short' : problemOf(kind, line));
    const saysCost = costs && kind === 'opening';
    return {
      columns: [
        ...variantColumns(t, ({ variant }: EntryLine) => variant),
        {
          id: 'quantity',
          label: t(kind === 'opening' ? 'stock.form.line.quantity' : 'stock.form.line.difference'),
          width: 104,
          num: true,
          field: {
            value: ({ quantity }) => quantity,
            label: (line) => t('lines.quantityOf', { name: nameOf(line) }),
            signed: kind === 'adjustment',
          },
        },
        ...(saysCost
          ? [
              {
                id: 'cost',
                label: t('purchases.cart.cost'),
                width: 108,
                num: true,
                hint: t('stock.form.line.costHint'),
                field: {
                  value: ({ cost }: EntryLine) => cost,
                  label: (line: EntryLine) => t('purchases.cart.costOf', { name: nameOf(line) }),
                  format: formatCost,
                  placeholder: '–',
                },
              },
            ]
          : []),
        {
          id: 'after',
          label: t('stock.form.line.after'),
          width: 120,
          num: true,
          card: 'card-target',
          cell: (line) => {
            const now = line.variant.at_source;
            if (now === null) return <Nil />;
            const after = isDecimal(line.quantity) ? plus(now, line.quantity) : null;
            return (
              <FromAfter
                from={
                  <button
                    type="button"
                    className="reason"
                    aria-label={t('stock.why', { n: formatNumber(now), name: nameOf(line) })}
                    onClick={() => onWhy(line)}
                  >
                    {formatNumber(now)}
                  </button>
                }
                after={after === null ? <Nil /> : formatNumber(after)}
                tone={after?.startsWith('-') ? 'negative' : undefined}
              />
            );
          },
        },
      ],
      problemOf: (line) => {
        const problem = find(line);
        if (problem) return { figure: 'quantity', missing: problem === 'missing' };
        return problemOfCost(kind, line) && { figure: 'cost' };
      },
      note: (line) => {
        const problem = find(line);
        if (problem === 'zero' || problem === 'negative') return <span>{t(`stock.problem.${problem}`)}</span>;
        const ofCost = problem === null && problemOfCost(kind, line);
        if (ofCost) return <span>{t(costProblemKeys[ofCost])}</span>;
        if (problem !== 'short') return problem && <span>{t(`lines.problem.${problem}`)}</span>;
        const { variant, quantity } = line;
        const refused = refusedOf(line);
        const has = refused?.has ?? variant.at_source;
        const needs = formatNumber(refused?.needs ?? Math.abs(Number(quantity)));
        return (
          <>
            <span>
              {has === null ? t('stock.problem.shortHidden', { needs }) : t('stock.problem.short', { needs, has: formatNumber(has) })}
            </span>
            {has !== null && has > 0 && (
              <button type="button" className="link" onClick={() => onFigure(variant.variant_id, 'quantity', `-${has}`)}>
                {t('stock.problem.use', { n: formatNumber(-has) })}
              </button>
            )}
          </>
        );
      },
      nameOf,
      tools: ({ variant }) =>
        (variant.color_id || variant.size_id) && (
          <IconButton
            small
            variant="quiet"
            icon={Grid3x3}
            label={t('variants.grid.sheetOf', { name: productName(variant) })}
            onClick={() => onSheet(variant.product_id)}
          />
        ),
    };
  }, [t, kind, costs, short, onSheet, onWhy, onFigure]);
}
