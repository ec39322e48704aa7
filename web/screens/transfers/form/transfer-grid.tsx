import { CircleAlert } from 'lucide-react';
import { memo, useCallback, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { LineSheet, type LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import type { Touched } from '@/parts/document/form.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { LineRow, type End } from './line-row.tsx';
import { problemOf, type Line, type Sums } from './lines.ts';

interface TransferGridProps {
  lines: readonly Line<VariantRow>[];
  sums: Sums;
  from: string;
  to: string;
  touched: readonly Touched[];
  /** Empty quantities are an error only once somebody tried to save. */
  strict: boolean;
  onFigure: (id: string, figure: string, value: string) => void;
  onFigures: (from: string, figure: string, values: string[]) => void;
  onMore: (id: string) => void;
  onRemove: (id: string) => void;
  /** The movements behind the stock at an end; absent for who may not see them. */
  onWhy?: (id: string, end: End) => void;
  onScan: (code: string) => void;
  onLeave: () => void;
  ref?: Ref<LineSheetHandle>;
}

const COLUMNS = 8;
const idOf = (line: Line) => line.variant.variant_id;

/** What moves, line by line, with the stock at both ends now and after. */
export const TransferGrid = memo(function TransferGrid({ lines, sums, from, to, touched, strict, onFigure, onFigures, onMore, onRemove, onWhy, onScan, onLeave, ref }: TransferGridProps) {
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
      ref={ref}
      className="tf-grid"
      lines={lines}
      idOf={idOf}
      columns={COLUMNS}
      firstField="quantity"
      hasNote={hasNote}
      note={(line) => <LineNote line={line} from={from} onFigure={onFigure} onRemove={onRemove} />}
      cells={(line, keys, before) => <LineRow line={line} from={from} to={to} before={before} strict={strict} keys={keys} onFigure={onFigure} onFigures={onFigures} onWhy={onWhy} />}
      touched={touched}
      onMore={onMore}
      onRemove={onRemove}
      onScan={onScan}
      onLeave={onLeave}
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
  const id = idOf(line);
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
