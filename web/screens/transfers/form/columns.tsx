import { useMemo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { variantColumns } from '@/parts/lines/columns.tsx';
import type { LineShape } from '@/parts/lines/line-sheet.tsx';
import { lineName } from '@/parts/variant-name.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { FromAfter, Nil } from '@/ui/figure.tsx';
import { ends, problemOf, type Line } from './lines.ts';
import type { TransferEnds } from './places.ts';

export type End = keyof TransferEnds;

interface Shape {
  from: string;
  to: string;
  /** Shows the movements behind the stock at one end; undefined if the user may not see them. */
  onWhy?: (line: Line<VariantRow>, end: End) => void;
  onFigure: (id: string, figure: string, value: string) => void;
  onRemove: (id: string) => void;
}

/** The columns of the form's lines: the quantity, with the stock at both ends before and after. */
export function useLineShape({ from, to, onWhy, onFigure, onRemove }: Shape): LineShape<Line<VariantRow>> {
  const { t } = useTranslation();
  return useMemo(() => {
    const nameOf = ({ variant }: Line<VariantRow>) => lineName(variant);
    const end = (id: End, place: string, card: string) => ({
      id,
      label: place,
      head: (
        <bdi className="clip" title={place}>
          {place}
        </bdi>
      ),
      width: 118,
      num: true,
      card,
      cell: (line: Line<VariantRow>) => {
        const flow = ends(line)[id];
        if (!flow) return <Nil />;
        const n = formatNumber(flow.now);
        const now = id === 'from' && problemOf(line)?.kind === 'short' ? <b className="negative">{n}</b> : n;
        return (
          <FromAfter
            from={
              onWhy ? (
                <button
                  type="button"
                  className="reason"
                  aria-label={t('stock.why', { n, name: nameOf(line) })}
                  onClick={() => onWhy(line, id)}
                >
                  {now}
                </button>
              ) : (
                now
              )
            }
            after={flow.after === null ? <Nil /> : formatNumber(flow.after)}
          />
        );
      },
    });
    return {
      columns: [
        ...variantColumns(t, ({ variant }: Line<VariantRow>) => variant),
        end('from', from, 'card-source'),
        {
          id: 'quantity',
          label: t('lines.quantity'),
          width: 104,
          num: true,
          field: { value: ({ quantity }) => quantity, label: (line) => t('lines.quantityOf', { name: nameOf(line) }) },
        },
        end('to', to, 'card-target'),
      ],
      problemOf: (line) => {
        const problem = problemOf(line);
        return problem && { figure: 'quantity', missing: problem.kind === 'missing' };
      },
      note: (line) => {
        const problem = problemOf(line);
        if (problem?.kind !== 'short') return problem && <span>{t(`lines.problem.${problem.kind}`)}</span>;
        const { needs, has } = problem;
        const id = line.variant.variant_id;
        return (
          <>
            <span>{t('transfers.form.short', { needs: formatNumber(needs), has: formatNumber(has), place: from })}</span>
            {has > 0 ? (
              <button type="button" className="link" onClick={() => onFigure(id, 'quantity', String(has))}>
                {t('transfers.form.use', { has: formatNumber(has) })}
              </button>
            ) : (
              <button type="button" className="link" onClick={() => onRemove(id)}>
                {t('transfers.form.dropLine')}
              </button>
            )}
          </>
        );
      },
      nameOf,
    };
  }, [t, from, to, onWhy, onFigure, onRemove]);
}
