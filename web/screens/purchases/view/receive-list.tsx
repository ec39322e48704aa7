import { CircleAlert } from 'lucide-react';
import type { PurchaseItem } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { NumberCell, type CellKeys } from '@/parts/lines/number-cell.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { lineName, productName, variantLabel } from '@/parts/variant-name.ts';
import { outstandingOf } from './item-words.ts';
import { receiveProblem, type Received } from './receive-lines.ts';

interface ReceiveListProps {
  items: readonly PurchaseItem[];
  received: Received;
  keys: CellKeys;
  onCount: (variantId: string, pieces: string) => void;
  onPaste: (pieces: [variantId: string, pieces: string][]) => void;
}

/** What is outstanding, line by line, and how much of it has come. */
export function ReceiveList({ items, received, keys, onCount, onPaste }: ReceiveListProps) {
  const { t } = useTranslation();
  return (
    <table className="acc po-counting">
      <thead>
        <tr>
          <th scope="col">{t('lines.product')}</th>
          <th scope="col" className="num">{t('purchases.items.outstanding')}</th>
          <th scope="col" className="num">{t('purchases.receive.now')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const text = received.get(item.variant_id) ?? '';
          const problem = receiveProblem(item, text);
          return (
            <tr key={item.id}>
              <th scope="row">
                <bdi>{productName(item)}</bdi>
                <small><bdi>{variantLabel(item) || item.sku}</bdi></small>
                {problem && <span className="err-t" id={`problem-${item.variant_id}`}><Icon of={CircleAlert} size={14} /><span>{t(`purchases.receive.problem.${problem}`)}</span></span>}
              </th>
              <td className="num"><Figure value={formatNumber(outstandingOf(item))} /></td>
              <td className="num">
                <NumberCell
                  id={item.variant_id}
                  field="received"
                  value={text}
                  label={t('purchases.receive.piecesOf', { name: lineName(item) })}
                  invalid={problem !== null}
                  describedBy={problem ? `problem-${item.variant_id}` : undefined}
                  placeholder="0"
                  keys={keys}
                  onChange={(variantId, _, value) => onCount(variantId, value)}
                  onPasteDown={(from, _, values) => {
                    const start = items.findIndex((one) => one.variant_id === from);
                    onPaste(values.flatMap((value, at): [string, string][] => {
                      const below = items[start + at];
                      return below ? [[below.variant_id, value]] : [];
                    }));
                  }}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
