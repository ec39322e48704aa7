import { CircleAlert, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/lib/numerals.ts';
import { lineName, VariantCells } from '@/parts/lines/variant-cells.tsx';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { IconButton } from '@/ui/button.tsx';
import { Figure, FromAfter, Nil } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { ends, problemOf, type Flow, type Line } from './lines.ts';
import { QuantityCell, type QuantityKeys } from './quantity-cell.tsx';

interface LineRowProps {
  line: Line<VariantRow>;
  number: number;
  from: string;
  to: string;
  /** A moment after a scan or choice: what the quantity was. */
  before: string | null | undefined;
  /** Empty quantities are wrong only once somebody tried to save. */
  strict: boolean;
  keys: QuantityKeys;
  onQuantity: (id: string, quantity: string) => void;
  onPasteDown: (id: string, quantities: string[]) => void;
}

function Ends({ flow, short }: { flow: Flow | null; short: boolean }) {
  if (!flow) return <Nil />;
  return <FromAfter from={short ? <b className="neg">{formatNumber(flow.now)}</b> : formatNumber(flow.now)} after={flow.after === null ? <Nil /> : formatNumber(flow.after)} />;
}

export const LineRow = memo(function LineRow({ line, number, from, to, before, strict, keys, onQuantity, onPasteDown }: LineRowProps) {
  const { t, i18n } = useTranslation();
  const { variant } = line;
  const id = variant.variant_id;
  const name = lineName(variant, i18n.language);
  const problem = problemOf(line);
  const { source, target } = ends(line);
  const short = problem?.kind === 'short';
  const wrong = problem !== null && (strict || problem.kind !== 'missing');
  return (
    <>
      <td className="tf-no mut"><Figure value={formatNumber(number)} /></td>
      <VariantCells variant={variant} />
      <td className="num col col2 x-z0" data-l={from}><Ends flow={source} short={short} /></td>
      <td className="num col x-q" data-l={t('transfers.col.quantity')}>
        <span className="tf-q">
          <QuantityCell
            id={id}
            value={line.quantity}
            label={t('transfers.form.quantityOf', { name })}
            invalid={wrong}
            describedBy={wrong ? `problem-${id}` : undefined}
            keys={keys}
            onChange={onQuantity}
            onPasteDown={onPasteDown}
          />
          {before !== undefined && before !== null && before !== '' && (
            <span className="tf-flash" aria-hidden="true"><FromAfter from={formatNumber(before)} after={formatNumber(line.quantity)} /></span>
          )}
        </span>
      </td>
      <td className="num col x-z" data-l={to}><Ends flow={target} short={false} /></td>
      <td className="x-m"><IconButton small variant="quiet" icon={X} label={t('transfers.form.removeLine', { name })} onClick={() => keys.remove(id)} /></td>
    </>
  );
});

/** The row beneath a line that cannot be as it is: what is wrong, and the way out as a link. */
export function ProblemCells({ line, from, onQuantity, onRemove }: { line: Line<VariantRow>; from: string; onQuantity: (id: string, quantity: string) => void; onRemove: (id: string) => void }) {
  const { t } = useTranslation();
  const problem = problemOf(line);
  const id = line.variant.variant_id;
  if (!problem) return null;
  return (
    <>
      <td className="tf-no" />
      <td colSpan={7}>
        <span className="err-t" id={`problem-${id}`}>
          <Icon of={CircleAlert} size={14} />
          {problem.kind === 'short' ? (
            <>
              <span>{t('transfers.form.short', { needs: formatNumber(problem.needs), has: formatNumber(problem.has), place: from })}</span>
              {problem.has > 0 ? (
                <button type="button" className="link" onClick={() => onQuantity(id, String(problem.has))}>{t('transfers.form.use', { has: formatNumber(problem.has) })}</button>
              ) : (
                <button type="button" className="link" onClick={() => onRemove(id)}>{t('transfers.form.dropLine')}</button>
              )}
            </>
          ) : (
            <span>{t(`transfers.form.${problem.kind}`)}</span>
          )}
        </span>
      </td>
    </>
  );
}
