import { useDeferredValue } from 'react';
import type { PurchaseItem } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { outstandingOf } from './item-words.ts';

const FIRST = 40;

/** What is ordered, what of it has come, and what it costs for who may see that. */
export function ItemsTable({ items: all, costs, cancelled }: { items: readonly PurchaseItem[]; costs: boolean; cancelled: boolean }) {
  const { t } = useTranslation();
  // The first screenful at once, a thousand more without holding up a click.
  const items = useDeferredValue(all, all.slice(0, FIRST));
  const pieces = (of: (item: PurchaseItem) => number) => formatNumber(sum(all.map(of)));
  const currency = currencyWord();
  const toCome = (item: PurchaseItem) => (cancelled ? 0 : outstandingOf(item));
  return (
    <table className="t slip lines po-items" aria-label={t('lines.label')}>
      <colgroup>
        <col style={{ inlineSize: 56 }} />
        <col />
        <col style={{ inlineSize: 84 }} />
        <col style={{ inlineSize: 84 }} />
        <col style={{ inlineSize: 98 }} />
        {costs && <col style={{ inlineSize: 96 }} />}
        {costs && <col style={{ inlineSize: 88 }} />}
        {costs && <col style={{ inlineSize: 118 }} />}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className="ln-no">#</th>
          <th scope="col">{t('purchases.cart.product')}</th>
          <th scope="col" className="num col col2">{t('purchases.items.ordered')}</th>
          <th scope="col" className="num col">{t('purchases.items.received')}</th>
          <th scope="col" className="num col">{t('purchases.items.outstanding')}</th>
          {costs && <th scope="col" className="num col col2">{t('purchases.cart.cost')}</th>}
          {costs && <th scope="col" className="num col">{t('purchases.cart.discount')}</th>}
          {costs && <th scope="col" className="num col">{t('purchases.cart.totalIn', { currency })}</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item, at) => (
          <tr key={item.id}>
            <td className="ln-no mut"><Figure value={formatNumber(at + 1)} /></td>
            <td className="x-nm">
              <span className="prod">
                <ProductThumb path={item.image_path} />
                <span className="nm">
                  <a href={`/inventory/products/edit/${item.product_id}`}><bdi title={productName(item)}>{productName(item)}</bdi></a>
                  <small>{variantLabel(item) && <><bdi>{variantLabel(item)}</bdi> · </>}<Code>{item.barcode}</Code></small>
                </span>
              </span>
            </td>
            <td className="num col col2" data-l={t('purchases.items.ordered')}><Figure value={formatNumber(item.quantity)} /></td>
            <td className="num col" data-l={t('purchases.items.received')}><Figure value={formatNumber(item.received)} nil /></td>
            <td className="num col" data-l={t('purchases.items.outstanding')}>
              {item.closed > 0 ? <span className="po-closed" title={t('purchases.items.closed', { count: item.closed })}><Figure value={`−${formatNumber(item.closed)}`} /></span> : <Figure value={formatNumber(toCome(item))} nil tone={toCome(item) > 0 ? 'low' : undefined} />}
            </td>
            {costs && <td className="num col col2 x-row3" data-l={t('purchases.cart.cost')}>{item.unit_cost === null ? <Nil /> : <Figure value={formatMoney(item.unit_cost)} />}</td>}
            {costs && <td className="num col x-row3" data-l={t('purchases.cart.discount')}><Figure value={formatMoney(item.discount ?? 0)} nil /></td>}
            {costs && <td className="num col x-row3" data-l={t('purchases.cart.total')}>{item.total === null ? <Nil /> : <Figure value={formatMoney(item.total)} />}</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <td className="mut">{t('purchases.lines', { count: all.length })}</td>
          <td className="num col col2"><Figure value={pieces((item) => item.quantity)} /></td>
          <td className="num col"><Figure value={pieces((item) => item.received)} nil /></td>
          <td className="num col"><Figure value={pieces(toCome)} nil /></td>
          {costs && <td className="num col col2" />}
          {costs && <td className="num col"><Figure value={formatMoney(sum(all.map((item) => item.discount ?? 0)))} nil /></td>}
          {costs && <td className="num col"><Figure value={formatMoney(sum(all.map((item) => item.total ?? 0)))} /></td>}
        </tr>
      </tfoot>
    </table>
  );
}
