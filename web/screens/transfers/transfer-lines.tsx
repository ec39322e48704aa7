import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney, lineTotal } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { VariantCells } from '@/parts/lines/variant-cells.tsx';
import { lineName } from '@/parts/variant-name.ts';
import '@/parts/lines/lines.css';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { DocumentLine } from './document-lines.ts';

const FIRST = 40;
/** So many rows at once; a thousand and more come when they are asked for. */
const AT_ONCE = 500;

interface TransferLinesProps {
  lines: readonly DocumentLine[] | undefined;
  count: number;
  costs: boolean;
  /** Opens the movements behind a line's quantity; absent while nothing has moved. */
  onOpen?: (line: DocumentLine) => void;
}

export function TransferLines({ lines, count, costs, onOpen }: TransferLinesProps) {
  const { t } = useTranslation();
  const [most, setMost] = useState(AT_ONCE);
  const shown = useMemo(() => lines?.slice(0, most), [lines, most]);
  const total = lines?.length ?? 0;
  const next = Math.min(total - most, 1000);
  return (
    <>
      <table className="t slip lines tf-lines" aria-busy={!shown}>
        <colgroup>
          <col style={{ inlineSize: 60 }} />
          <col />
          <col className="c-variant" />
          <col className="c-code" />
          <col style={{ inlineSize: 96 }} />
          {costs && <col style={{ inlineSize: 104 }} />}
          {costs && <col style={{ inlineSize: 128 }} />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="ln-no">#</th>
            <th scope="col">{t('transfers.col.product')}</th>
            <th scope="col">{t('transfers.col.variant')}</th>
            <th scope="col">{t('transfers.col.barcode')}</th>
            <th scope="col" className="num col col2">{t('transfers.col.quantity')}</th>
            {costs && <th scope="col" className="num col">{t('transfers.col.unitCost')}</th>}
            {costs && <th scope="col" className="num col">{t('transfers.col.lineAmount')}</th>}
          </tr>
        </thead>
        <tbody>
          {shown ? <Rows lines={shown} costs={costs} onOpen={onOpen} /> : <Waiting rows={Math.min(Math.max(count, 1), 12)} cells={costs ? 7 : 5} />}
        </tbody>
      </table>
      {next > 0 && (
        <p className="tf-more">
          <Button onClick={() => setMost(most + 1000)}>{t('transfers.moreLines', { count: next, shown: formatNumber(next) })}</Button>
          <span className="mut">{t('transfers.linesShown', { shown: formatNumber(most), total: formatNumber(total) })}</span>
        </p>
      )}
    </>
  );
}

function Waiting({ rows, cells }: { rows: number; cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell} className={cell > 3 ? 'num col' : undefined}><Skeleton width="60%" /></td>
      ))}
    </tr>
  ));
}

function Rows({ lines: all, costs, onOpen }: { lines: readonly DocumentLine[] } & Pick<TransferLinesProps, 'costs' | 'onOpen'>) {
  const { t } = useTranslation();
  // The first screenful at once, hundreds more without holding up a click.
  const lines = useDeferredValue(all, all.slice(0, FIRST));
  return lines.map((line, at) => (
    <tr key={line.id}>
      <td className="ln-no mut"><Figure value={formatNumber(at + 1)} /></td>
      <VariantCells variant={line.variant} />
      <td className="num col col2" data-l={t('transfers.col.quantity')}>
        {onOpen ? (
          <button type="button" className="tf-figure" aria-label={`${formatNumber(line.quantity)}, ${t('transfers.movements.open', { name: lineName(line.variant) })}`} onClick={() => onOpen(line)}>
            <Figure value={formatNumber(line.quantity)} />
          </button>
        ) : (
          <Figure value={formatNumber(line.quantity)} />
        )}
      </td>
      {costs && (
        <td className="num col" data-l={t('transfers.col.unitCost')}>
          {line.cost === null ? <span className="nil">–</span> : <Figure value={formatMoney(line.cost)} />}
        </td>
      )}
      {costs && (
        <td className="num col" data-l={t('transfers.col.lineAmount')}>
          {line.cost === null ? <span className="nil">–</span> : <Figure value={formatMoney(lineTotal({ quantity: line.quantity, price: line.cost }))} />}
        </td>
      )}
    </tr>
  ));
}
