import { CircleAlert } from 'lucide-react';
import type { PurchaseItem } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { NumberCell, type CellKeys } from '@/parts/lines/number-cell.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Table } from '@/ui/table.tsx';
import { lineName, productName, variantLabel } from '@/parts/variant-name.ts';
import { outstandingOf } from './figures.ts';
import { receiveProblem, type Received } from './receive-lines.ts';

interface ReceiveListProps {
  items: readonly PurchaseItem[];
  received: Received;
  keys: CellKeys;
  onCount: (variantId: string, pieces: string) => void;
  onPaste: (pieces: [variantId: string, pieces: string][]) => void;
}

/** Receives goods line by line, beside the outstanding pieces. */
export function ReceiveList({ items, received, keys, onCount, onPaste }: ReceiveListProps) {
  const { t } = useTranslation();
  const countOf = ({ variant_id }: PurchaseItem) => received.get(variant_id) ?? '';
  const problemOf = (item: PurchaseItem) => receiveProblem(item, countOf(item));
  const pasteDown = (from: string, values: string[]) => {
    const start = items.findIndex((item) => item.variant_id === from);
    onPaste(items.slice(start, start + values.length).map((item, index) => [item.variant_id, values[index] ?? '']));
  };
  return (
    <Table
      className="ledger-table purchase-counting"
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('lines.product'),
          isRowHeader: true,
          cell: (item) => {
            const problem = problemOf(item);
            return (
              <>
                <bdi>{productName(item)}</bdi>
                <small>
                  <bdi>{variantLabel(item) || item.sku}</bdi>
                </small>
                {problem && (
                  <span className="error-text" id={`problem-${item.variant_id}`}>
                    <Icon of={CircleAlert} size={14} />
                    <span>{t(`purchases.receive.problem.${problem}`)}</span>
                  </span>
                )}
              </>
            );
          },
        },
        { head: t('purchases.items.outstanding'), num: 'numeric', cell: (item) => <Figure value={formatNumber(outstandingOf(item))} /> },
        {
          head: t('purchases.receive.now'),
          num: 'numeric',
          cell: (item) => (
            <span className="line-quantity">
              <NumberCell
                id={item.variant_id}
                field="received"
                value={countOf(item)}
                label={t('purchases.receive.piecesOf', { name: lineName(item) })}
                invalid={problemOf(item) !== null}
                describedBy={problemOf(item) ? `problem-${item.variant_id}` : undefined}
                placeholder="0"
                keys={keys}
                onChange={(variantId, _, value) => onCount(variantId, value)}
                onPasteDown={(from, _, values) => pasteDown(from, values)}
              />
            </span>
          ),
        },
      ]}
    />
  );
}
