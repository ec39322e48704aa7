import type { TransferItem } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { lineName } from '@/parts/variant-name.ts';
import { Figure, Nil } from '@/ui/figure.tsx';
import type { LookAhead } from './account.ts';

/** Few lines are all shown; of many, those that have something to say. */
const SHOWN = 6;

interface LookAheadTableProps {
  ahead: readonly LookAhead[];
  lines: readonly TransferItem[];
}

/** Before a reversal: per variant what is still there and what was sold since. */
export function LookAheadTable({ ahead, lines }: LookAheadTableProps) {
  const { t } = useTranslation();
  const names = new Map(lines.map((line) => [line.variant_id, lineName(line)]));
  const telling = [...ahead].sort((a, b) => b.missing - a.missing || (b.sold ?? 0) - (a.sold ?? 0));
  const shown = telling.slice(0, Math.max(SHOWN, ahead.filter((one) => one.missing > 0).length));
  const figure = (value: number | null) => (value === null ? <Nil /> : <Figure value={formatNumber(value)} />);
  return (
    <div className="tf-ahead">
      <table className="acc tf-acc">
        <thead>
          <tr>
            <th scope="col">{t('transfers.decide.aheadVariant')}</th>
            <th scope="col" className="num">{t('transfers.decide.aheadMoved')}</th>
            <th scope="col" className="num">{t('transfers.decide.aheadHas')}</th>
            <th scope="col" className="num">{t('transfers.decide.aheadSold')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.variantId}>
              <th scope="row"><bdi>{names.get(one.variantId) ?? '–'}</bdi></th>
              <td className="num">{figure(one.quantity)}</td>
              <td className={one.missing > 0 ? 'num neg' : 'num'}>{figure(one.has)}</td>
              <td className="num">{one.sold === 0 ? <Nil /> : figure(one.sold)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ahead.length > shown.length && <p className="mut">{t('transfers.decide.aheadMore', { count: ahead.length - shown.length })}</p>}
    </div>
  );
}
