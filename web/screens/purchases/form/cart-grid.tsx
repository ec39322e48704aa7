import { memo, useCallback } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { LineSheet, type FormSheet } from '@/parts/lines/line-sheet.tsx';
import { Figure } from '@/ui/figure.tsx';
import { CartProblem, CartRow, PickedAgain } from './cart-row.tsx';
import { isMissing, problemOf, type CartLine, type CartTotals } from './cart.ts';

interface CartGridProps extends FormSheet<CartLine> {
  totals: CartTotals;
  /** Lines that were picked again. */
  already: readonly string[];
}

const COLUMNS = 8;

/** What is ordered, line by line, with its sum beneath. */
export const CartGrid = memo(function CartGrid({ totals, already, strict, onFigure, onFigures, onEnter, ...sheet }: CartGridProps) {
  const { t } = useTranslation();
  const currency = currencyWord();
  const hasNote = useCallback(
    (line: CartLine) => {
      const problem = problemOf(line);
      return already.includes(line.variant.variant_id) || (problem !== null && (strict || !isMissing(problem)));
    },
    [strict, already],
  );
  return (
    <LineSheet
      {...sheet}
      onEnter={onEnter}
      className="po-cart"
      columns={COLUMNS}
      firstField="quantity"
      hasNote={hasNote}
      note={(line) => (already.includes(line.variant.variant_id) ? <PickedAgain onMore={() => onEnter?.(line.variant.variant_id)} /> : <CartProblem line={line} />)}
      cells={(line, keys, before) => <CartRow line={line} before={before} strict={strict} keys={keys} onFigure={onFigure} onFigures={onFigures} />}
      head={
        <>
          <colgroup>
            <col style={{ inlineSize: 56 }} />
            <col />
            <col className="po-variant" />
            <col style={{ inlineSize: 98 }} />
            <col style={{ inlineSize: 108 }} />
            <col style={{ inlineSize: 98 }} />
            <col style={{ inlineSize: 116 }} />
            <col style={{ inlineSize: 50 }} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="ln-no">#</th>
              <th scope="col">{t('purchases.cart.product')}</th>
              <th scope="col">{t('purchases.cart.variant')}</th>
              <th scope="col" className="num col col2">{t('purchases.cart.quantity')}</th>
              <th scope="col" className="num col">{t('purchases.cart.cost')}</th>
              <th scope="col" className="num col" title={t('purchases.cart.discountHint')}>{t('purchases.cart.discount')}</th>
              <th scope="col" className="num col">{t('purchases.cart.totalIn', { currency })}</th>
              <th><span className="sr">{t('purchases.cart.removeHead')}</span></th>
            </tr>
          </thead>
        </>
      }
      foot={
        <tfoot>
          <tr>
            <td />
            <td colSpan={2} className="mut">{t('purchases.lines', { count: totals.lines })}</td>
            <td className="num col col2"><Figure value={formatNumber(totals.pieces)} className="ln-in" /></td>
            <td className="num col" />
            <td className="num col"><Figure value={formatMoney(totals.discount)} className="ln-in" nil /></td>
            <td className="num col"><Figure value={formatMoney(totals.subtotal)} /></td>
            <td />
          </tr>
        </tfoot>
      }
    />
  );
});
