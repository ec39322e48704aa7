import { CircleAlert } from 'lucide-react';
import { memo, useCallback } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { LineSheet, type FormSheet } from '@/parts/lines/line-sheet.tsx';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { LineRow, type End } from './line-row.tsx';
import { problemOf, type Line, type Sums } from './lines.ts';

interface TransferGridProps extends FormSheet<Line<VariantRow>> {
  sums: Sums;
  from: string;
  to: string;
  /** The movements behind the stock at an end; absent for who may not see them. */
  onWhy?: (id: string, end: End) => void;
}

const COLUMNS = 8;

/** What moves, line by line, with the stock at both ends now and after. */
export const TransferGrid = memo(function TransferGrid({ sums, from, to, strict, onFigure, onFigures, onWhy, ...sheet }: TransferGridProps) {
  const { t } = useTranslation();
  const hasNote = useCallback(
    (line: Line) => {
      const problem = problemOf(line);
      return problem !== null && (strict || problem.kind !== 'missing');
    },
    [strict],
  );
  return (
    <LineSheet
      {...sheet}
      className="tf-grid"
      columns={COLUMNS}
      firstField="quantity"
      hasNote={hasNote}
      note={(line) => <LineNote line={line} from={from} onFigure={onFigure} onRemove={sheet.onRemove} />}
      cells={(line, keys, before) => <LineRow line={line} from={from} to={to} before={before} strict={strict} keys={keys} onFigure={onFigure} onFigures={onFigures} onWhy={onWhy} />}
      head={
        <>
          <colgroup>
            <col style={{ inlineSize: 60 }} />
            <col />
            <col className="c-variant" />
            <col className="c-code" />
            <col style={{ inlineSize: 106 }} />
            <col style={{ inlineSize: 104 }} />
            <col style={{ inlineSize: 106 }} />
            <col style={{ inlineSize: 48 }} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="ln-no">#</th>
              <th scope="col">{t('transfers.col.product')}</th>
              <th scope="col">{t('transfers.col.variant')}</th>
              <th scope="col">{t('transfers.col.barcode')}</th>
              <th scope="col" className="num col col2"><bdi className="clip" title={from}>{from}</bdi></th>
              <th scope="col" className="num col">{t('transfers.col.quantity')}</th>
              <th scope="col" className="num col"><bdi className="clip" title={to}>{to}</bdi></th>
              <th><span className="sr">{t('transfers.col.remove')}</span></th>
            </tr>
          </thead>
        </>
      }
      foot={
        <tfoot>
          <tr>
            <td />
            <td colSpan={3} className="mut">{t('transfers.lines', { count: sums.lines })}</td>
            <td className="num col col2" />
            <td className="num col"><Figure value={formatNumber(sums.pieces)} className="ln-in" /></td>
            <td className="num col" />
            <td />
          </tr>
        </tfoot>
      }
    />
  );
});

/** What is wrong with a line, and the way out as a link. */
function LineNote({ line, from, onFigure, onRemove }: { line: Line; from: string } & Pick<TransferGridProps, 'onFigure' | 'onRemove'>) {
  const { t } = useTranslation();
  const problem = problemOf(line);
  const id = line.variant.variant_id;
  if (!problem) return null;
  return (
    <span className="err-t" id={`problem-${id}`}>
      <Icon of={CircleAlert} size={14} />
      {problem.kind === 'short' ? (
        <>
          <span>{t('transfers.form.short', { needs: formatNumber(problem.needs), has: formatNumber(problem.has), place: from })}</span>
          {problem.has > 0 ? (
            <button type="button" className="link" onClick={() => onFigure(id, 'quantity', String(problem.has))}>{t('transfers.form.use', { has: formatNumber(problem.has) })}</button>
          ) : (
            <button type="button" className="link" onClick={() => onRemove(id)}>{t('transfers.form.dropLine')}</button>
          )}
        </>
      ) : (
        <span>{t(`transfers.form.${problem.kind}`)}</span>
      )}
    </span>
  );
}
