import type { PurchaseItem } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { QuantitySheet } from '@/parts/variant-grid/quantity-sheet.tsx';
import { productName } from '@/parts/variant-name.ts';
import { outstandingOf } from './figures.ts';
import { receiveProblem, type Received } from './receive-lines.ts';

interface ReceiveGridProps {
  items: readonly PurchaseItem[];
  received: Received;
  onWrite: (pieces: [variantId: string, pieces: string][]) => void;
}

/** Receives goods in one grid for each product: outstanding pieces above, received pieces below. */
export function ReceiveGrid({ items, received, onWrite }: ReceiveGridProps) {
  const { t } = useTranslation();
  const quantityOf = (id: string) => received.get(id) ?? '';
  return [...Map.groupBy(items, (item) => item.product_id).values()].map((ofProduct) => {
    const name = ofProduct[0] ? productName(ofProduct[0]) : '';
    return (
      <section key={ofProduct[0]?.product_id} className="purchase-sheet">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <QuantitySheet
          label={name}
          variants={ofProduct}
          quantityOf={quantityOf}
          besides={(item) => {
            const problem = receiveProblem(item, quantityOf(item.variant_id));
            return {
              above: <span className="muted">{formatNumber(outstandingOf(item))}</span>,
              error: problem ? t(`purchases.receive.problem.${problem}`) : undefined,
            };
          }}
          onWrite={(written) => onWrite(written.map(({ variant, quantity }) => [variant.variant_id, quantity]))}
        />
      </section>
    );
  });
}
