import { CircleAlert } from 'lucide-react';
import { Fragment, useDeferredValue, useMemo, useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import type { TransferItem } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney, lineTotal } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { VariantCells } from '@/parts/lines/variant-cells.tsx';
import { lineName } from '@/parts/variant-name.ts';
import '@/parts/lines/lines.css';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';

const FIRST = 40;
/** So many rows at once; a thousand and more come when they are asked for. */
const AT_ONCE = 500;

interface TransferLinesProps {
  /** The first of them, or all. */
  lines: readonly TransferItem[];
  /** Where the goods leave, in words. */
  from: string;
  count: number;
  costs: boolean;
  /** Opens the movements behind a line's quantity; absent while nothing has moved. */
  onOpen?: (line: TransferItem) => void;
  /** Why the rest did not come. */
  failed: AppError | null;
  /** The rest is asked for. */
  onMore: () => void;
}

export function TransferLines({ lines, from, count, costs, onOpen, failed, onMore }: TransferLinesProps) {
  const { t } = useTranslation();
  const [most, setMost] = useState(AT_ONCE);
  const shown = useMemo(() => lines.slice(0, most), [lines, most]);
  const next = Math.min(count - shown.length, 1000);
  return (
    <>
      <table className="t slip lines tf-lines" aria-busy={shown.length < Math.min(count, most)}>
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
          <Rows lines={shown} from={from} costs={costs} onOpen={onOpen} />
        </tbody>
      </table>
      {failed && <div className="sec"><Banner tone="bad" onRetry={onMore}>{errorText(t, failed)}</Banner></div>}
      {next > 0 && (
        <p className="tf-more">
          <Button onClick={() => { onMore(); setMost(most + 1000); }}>{t('transfers.moreLines', { count: next, shown: formatNumber(next) })}</Button>
          <span className="mut">{t('transfers.linesShown', { shown: formatNumber(shown.length), total: formatNumber(count) })}</span>
        </p>
      )}
    </>
  );
}

function Rows({ lines: all, from, costs, onOpen }: Pick<TransferLinesProps, 'lines' | 'from' | 'costs' | 'onOpen'>) {
  const { t } = useTranslation();
  // The first screenful at once, hundreds more without holding up a click.
  const lines = useDeferredValue(all, all.slice(0, FIRST));
  return lines.map((line, at) => {
    const short = line.at_source !== null && line.quantity > line.at_source;
    return (
      <Fragment key={line.id}>
        <tr className={short ? 'tf-lacking ln-noted' : undefined} tabIndex={short ? -1 : undefined}>
          <td className="ln-no mut"><Figure value={formatNumber(at + 1)} /></td>
          <VariantCells variant={line} />
          <td className={short ? 'num col col2 neg' : 'num col col2'} data-l={t('transfers.col.quantity')}>
            {onOpen ? (
              <button type="button" className="tf-figure" aria-label={`${formatNumber(line.quantity)}, ${t('transfers.movements.open', { name: lineName(line) })}`} onClick={() => onOpen(line)}>
                <Figure value={formatNumber(line.quantity)} />
              </button>
            ) : (
              <Figure value={formatNumber(line.quantity)} />
            )}
          </td>
          {costs && (
            <td className="num col" data-l={t('transfers.col.unitCost')}>
              {line.unit_cost === null ? <span className="nil">–</span> : <Figure value={formatMoney(line.unit_cost)} />}
            </td>
          )}
          {costs && (
            <td className="num col" data-l={t('transfers.col.lineAmount')}>
              {line.unit_cost === null ? <span className="nil">–</span> : <Figure value={formatMoney(lineTotal({ quantity: line.quantity, price: line.unit_cost }))} />}
            </td>
          )}
        </tr>
        {short && (
          <tr className="x-err">
            <td className="ln-no" />
            <td colSpan={costs ? 6 : 4}>
              <span className="err-t"><Icon of={CircleAlert} size={14} />{t('transfers.form.short', { needs: formatNumber(line.quantity), has: formatNumber(line.at_source ?? 0), place: from })}</span>
            </td>
          </tr>
        )}
      </Fragment>
    );
  });
}
