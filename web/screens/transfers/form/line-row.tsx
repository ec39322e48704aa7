import { X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Flash } from '@/parts/lines/flash.tsx';
import type { FormSheet } from '@/parts/lines/line-sheet.tsx';
import { NumberCell, type CellKeys } from '@/parts/lines/number-cell.tsx';
import { VariantCells } from '@/parts/lines/variant-cells.tsx';
import { lineName } from '@/parts/variant-name.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { IconButton } from '@/ui/button.tsx';
import { FromAfter, Nil } from '@/ui/figure.tsx';
import { ends, problemOf, type Flow, type Line } from './lines.ts';
import type { Way } from './places.ts';

export type End = keyof Way;

interface LineRowProps extends Pick<FormSheet<unknown>, 'strict' | 'onFigure' | 'onFigures'> {
  line: Line<VariantRow>;
  from: string;
  to: string;
  /** A moment after a scan or choice: what the quantity was. */
  before: string | null | undefined;
  keys: CellKeys;
  onWhy?: (id: string, end: End) => void;
}

interface EndsProps {
  flow: Flow | null;
  name: string;
  short?: boolean;
  onWhy?: () => void;
}

function Ends({ flow, name, short, onWhy }: EndsProps) {
  const { t } = useTranslation();
  if (!flow) return <Nil />;
  const n = formatNumber(flow.now);
  const now = short ? <b className="neg">{n}</b> : n;
  return (
    <FromAfter
      from={onWhy ? <button type="button" className="why" aria-label={t('stock.why', { n, name })} onClick={onWhy}>{now}</button> : now}
      after={flow.after === null ? <Nil /> : formatNumber(flow.after)}
    />
  );
}

export const LineRow = memo(function LineRow({ line, from, to, before, strict, keys, onFigure, onFigures, onWhy }: LineRowProps) {
  const { t } = useTranslation();
  const { variant } = line;
  const id = variant.variant_id;
  const name = lineName(variant);
  const problem = problemOf(line);
  const { source, target } = ends(line);
  const wrong = problem !== null && (strict || problem.kind !== 'missing');
  return (
    <>
      <VariantCells variant={variant} />
      <td className="num col col2 x-z0" data-l={from}><Ends flow={source} name={name} short={problem?.kind === 'short'} onWhy={onWhy && (() => onWhy(id, 'from'))} /></td>
      <td className="num col x-q" data-l={t('transfers.col.quantity')}>
        <span className="ln-q">
          <NumberCell
            id={id}
            field="quantity"
            value={line.quantity}
            label={t('transfers.form.quantityOf', { name })}
            invalid={wrong}
            describedBy={wrong ? `problem-${id}` : undefined}
            keys={keys}
            onChange={onFigure}
            onPasteDown={onFigures}
          />
          <Flash before={before} after={line.quantity} />
        </span>
      </td>
      <td className="num col x-z" data-l={to}><Ends flow={target} name={name} onWhy={onWhy && (() => onWhy(id, 'to'))} /></td>
      <td className="x-m"><IconButton small variant="quiet" icon={X} label={t('transfers.form.removeLine', { name })} onClick={() => keys.remove(id)} /></td>
    </>
  );
});
