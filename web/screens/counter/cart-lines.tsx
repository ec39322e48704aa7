import { Minus, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { formatNumber, isDecimal } from '@/lib/numerals.ts';
import type { LineShape } from '@/parts/lines/line-sheet.tsx';
import { lineName, productName, variantLabel } from '@/parts/variant-name.ts';
import { IconButton } from '@/ui/button.tsx';
import { Money } from '@/ui/figure.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { priceOf, totalOf, type CartLine } from './cart.ts';
import type { LineTax } from './line-tax.tsx';
import type { Cart } from './use-cart.ts';

interface CartLinesProps {
  cart: Cart;
  shape: LineShape<CartLine>;
  tax: LineTax;
}

/** The lines of a sale beside its tiles. The chosen one has its quantity, price, discount and tax to change. */
export function CartLines({ cart, shape, tax }: CartLinesProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [cart.last, cart.lines.length]);
  return (
    <ul className="section cart-lines" ref={list} aria-label={t('lines.count', { count: cart.lines.length })}>
      {cart.lines.map((line) => {
        const id = line.variant.variant_id;
        const total = totalOf(line);
        const problem = shape.problemOf(line);
        const label = variantLabel(line.variant);
        const rate = tax.wordsOf(line);
        return (
          <li key={id} aria-current={id === cart.last || undefined}>
            <button type="button" className="cart-line" aria-expanded={id === cart.last} onClick={() => cart.choose(id)}>
              <bdi className="number">{isDecimal(line.quantity) ? formatNumber(line.quantity) : line.quantity} ×</bdi>
              <span>
                <bdi>{productName(line.variant)}</bdi>
                <small>
                  {label && <bdi>{label}</bdi>} <Money value={priceOf(line)} />
                  {rate && (
                    <>
                      {' '}
                      · <bdi>{rate}</bdi>
                    </>
                  )}
                </small>
              </span>
              {total !== null && <Money value={total} />}
            </button>
            {id === cart.last && <LineTools cart={cart} line={line} tax={tax} />}
            {problem && <p className={problem.figure ? 'error-text' : 'hint'}>{shape.note(line)}</p>}
          </li>
        );
      })}
    </ul>
  );
}

function LineTools({ cart, line, tax }: { cart: Cart; line: CartLine; tax: LineTax }) {
  const { t } = useTranslation();
  const id = line.variant.variant_id;
  const name = lineName(line.variant);
  const rate = tax.choiceOf(line);
  return (
    <div className="cart-tools">
      <Stepper cart={cart} line={line} />
      <IconButton variant="quiet" icon={Trash2} label={t('lines.removeOf', { name })} onClick={() => cart.remove(id)} />
      <label>
        <span>{t('counter.col.price')}</span>
        <NumberInput
          label={t('counter.priceOf', { name })}
          value={priceOf(line)}
          format={formatMoney}
          onChange={(price) => cart.sheet.onFigure(id, 'price', price)}
        />
      </label>
      <label>
        <span>{t('counter.col.discount')}</span>
        <NumberInput
          label={t('counter.discountOf', { name })}
          value={line.discount}
          onChange={(discount) => cart.sheet.onFigure(id, 'discount', discount)}
        />
      </label>
      {rate && (
        <div className="cart-rate">
          <span>{t('counter.tax')}</span>
          <Select {...rate} label={t('counter.taxOf', { name })} onChange={(value) => tax.choose(line, value)} />
        </div>
      )}
    </div>
  );
}

/** The quantity of a line, to step and to type. */
export function Stepper({ cart, line }: { cart: Cart; line: CartLine }) {
  const { t } = useTranslation();
  const { quantity, variant } = line;
  return (
    <span className="stepper" role="group" aria-label={t('lines.quantity')}>
      <IconButton
        icon={Minus}
        label={t('counter.tiles.fewerPieces')}
        disabled={!isDecimal(quantity) || compare(quantity, 1) <= 0}
        onClick={() => cart.step('-1')}
      />
      <NumberInput
        label={t('lines.quantityOf', { name: lineName(variant) })}
        value={quantity}
        format={formatNumber}
        onChange={(value) => cart.sheet.onFigure(variant.variant_id, 'quantity', value)}
      />
      <IconButton icon={Plus} label={t('counter.tiles.morePieces')} onClick={() => cart.step('1')} />
    </span>
  );
}
