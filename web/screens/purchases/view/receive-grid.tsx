import type { PurchaseItem } from '@/db/purchases.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { productName } from '@/parts/variant-name.ts';
import { QuantitySheet, type SheetVariant } from '../quantity-sheet.tsx';
import { outstandingOf } from './item-words.ts';
import { receiveProblem, type Received } from './receive-lines.ts';

interface ReceiveGridProps {
  items: readonly PurchaseItem[];
  received: Received;
  onWrite: (pieces: [variantId: string, pieces: string][]) => void;
}

/** The same count as a sheet for each product: what is outstanding above, what has come beneath. */
export function ReceiveGrid({ items, received, onWrite }: ReceiveGridProps) {
  const { t } = useTranslation();
  const products = [...Map.groupBy(items, (item) => item.product_id).values()];
  return products.map((ofProduct) => {
    const [first] = ofProduct;
    if (!first) return null;
    const variants = ofProduct.map((item): SheetVariant => {
      const problem = receiveProblem(item, received.get(item.variant_id) ?? '');
      return {
        id: item.variant_id,
        color: nameIn(item, 'color'),
        colorValue: item.color_value,
        size: nameIn(item, 'size'),
        above: outstandingOf(item),
        error: problem ? t(`purchases.receive.problem.${problem}`) : undefined,
      };
    });
    return (
      <section key={first.product_id} className="po-sheet">
        <h3><bdi>{productName(first)}</bdi></h3>
        <QuantitySheet label={productName(first)} variants={variants} quantityOf={(id) => received.get(id) ?? ''} onWrite={onWrite} />
      </section>
    );
  });
}
