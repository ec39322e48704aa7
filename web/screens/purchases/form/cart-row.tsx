import { CircleAlert, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Flash } from '@/parts/lines/flash.tsx';
import type { FormSheet } from '@/parts/lines/line-sheet.tsx';
import { NumberCell, type CellKeys } from '@/parts/lines/number-cell.tsx';
import { lineName, productName, variantLabel } from '@/parts/variant-name.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Figure, Nil } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Swatch } from '@/ui/swatch.tsx';
import { isMissing, problemOf, totalOf, type CartLine, type LineFigure } from './cart.ts';

interface CartRowProps extends Pick<FormSheet<unknown>, 'strict' | 'onFigure' | 'onFigures'> {
  line: CartLine;
  /** A moment after "+" or the grid: what the quantity was. */
  before: string | null | undefined;
  keys: CellKeys;
}

export const CartRow = memo(function CartRow({ line, before, strict, keys, onFigure, onFigures }: CartRowProps) {
  const { t } = useTranslation();
  const { variant } = line;
  const id = variant.variant_id;
  const name = lineName(variant);
  const label = variantLabel(variant);
  const problem = problemOf(line);
  const shown = problem && (strict || !isMissing(problem)) ? problem : null;
  const total = totalOf(line);
  const cell = (figure: LineFigure, format: (decimal: string) => string, placeholder?: string) => (
    <NumberCell
      id={id}
      field={figure}
      value={line[figure]}
      label={t(`purchases.cart.${figure}Of`, { name })}
      invalid={shown?.figure === figure}
      describedBy={shown?.figure === figure ? `problem-${id}` : undefined}
      placeholder={placeholder}
      readOnly={figure !== 'quantity' && line.received > 0}
      format={format}
      keys={keys}
      onChange={onFigure}
      onPasteDown={onFigures}
    />
  );
  return (
    <>
      <td className="x-nm">
        <span className="prod">
          <ProductThumb path={variant.image_path} />
          <span className="nm">
            <bdi title={productName(variant)}>{productName(variant)}</bdi>
            <small className={label ? 'only-phone' : undefined}><bdi>{label || variant.sku}</bdi></small>
          </span>
        </span>
      </td>
      <td className="x-phone">
        {label && <span className="row">{variant.color_value && <Swatch color={variant.color_value} />}<bdi className="clip">{label}</bdi></span>}
      </td>
      <td className="num col col2" data-l={t('purchases.cart.quantity')}>
        <span className="ln-q">
          {cell('quantity', formatNumber)}
          <Flash before={before} after={line.quantity} />
        </span>
      </td>
      <td className="num col" data-l={t('purchases.cart.cost')}><span className="ln-q">{cell('cost', costText)}</span></td>
      <td className="num col" data-l={t('purchases.cart.discount')}><span className="ln-q">{cell('discount', costText, '–')}</span></td>
      <td className="num col x-sum" data-l={t('purchases.cart.total')}>{total === null ? <Nil /> : <Figure value={formatMoney(total)} />}</td>
      <td className="x-m">
        <IconButton
          small
          variant="quiet"
          icon={X}
          label={t('purchases.cart.remove', { name })}
          reason={line.received > 0 ? t('purchases.cart.receivedStays') : undefined}
          onClick={() => keys.remove(id)}
        />
      </td>
    </>
  );
});

/** A cost may be finer than the currency. */
const costText = (decimal: string) => ((decimal.split('.')[1] ?? '').length > 2 ? formatNumber(decimal, { max: 4 }) : formatMoney(decimal));

/** What is wrong with a line that cannot be as it is. */
export function CartProblem({ line }: { line: CartLine }) {
  const { t } = useTranslation();
  const problem = problemOf(line);
  return (
    problem && (
      <span className="err-t" id={`problem-${line.variant.variant_id}`}>
        <Icon of={CircleAlert} size={14} />
        <span>{t(`purchases.cart.problem.${problem.figure}_${problem.kind}` as 'purchases.cart.problem.quantity_below_received', { received: formatNumber(line.received) })}</span>
      </span>
    )
  );
}

export function PickedAgain({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation();
  return (
    <span className="err-t warn" role="status">
      <Icon of={TriangleAlert} size={14} />
      <span>{t('purchases.cart.already')} <button type="button" className="link" onClick={onMore}>{t('purchases.cart.addOne')}</button></span>
    </span>
  );
}
