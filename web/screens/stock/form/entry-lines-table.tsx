import { CircleAlert, Grid3x3, X } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { plus } from '@/lib/money.ts';
import { formatNumber, readDecimal } from '@/lib/numerals.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { productName, variantName } from '@/parts/variant-name.ts';
import { IconButton } from '@/ui/button.tsx';
import { Code, FromAfter } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import type { EntryLine } from './lines.ts';
import type { useEntry } from './use-entry.ts';

/** Lines with what is there now and what will be; the quantity is written like in a sheet. */
export function EntryLinesTable({ form, onSheet, onWhy, toScanner }: Pick<LineProps, 'form' | 'onSheet' | 'onWhy'> & { toScanner: () => void }) {
  const { t } = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const { form: entry, rows } = form;
  const move = (event: KeyboardEvent<HTMLElement>, at: number) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      toScanner();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      table.current?.querySelectorAll<HTMLInputElement>('.qty-cell input')[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
    }
  };
  return (
    <table ref={table} className="t slip lines entry-lines" aria-label={t('stock.form.lines')}>
      <colgroup>
        <col />
        <col className="c-n" />
        <col className="c-n" />
        <col className="c-x" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('stock.form.line.product')}</th>
          <th scope="col" className="num col col2">{t(entry.head.kind === 'opening' ? 'stock.form.line.quantity' : 'stock.form.line.difference')}</th>
          <th scope="col" className="num col">{t('stock.form.line.after')}</th>
          <th scope="col"><span className="sr">{t('kit.actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line, at) => (
          <Line key={line.variant.variant_id} form={form} line={line} onSheet={onSheet} onWhy={onWhy} onKeyDown={(event) => move(event, at)} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  form: ReturnType<typeof useEntry>;
  line: EntryLine;
  onSheet: (productId: string) => void;
  onWhy: (variantId: string, name: string, now: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function Line({ form, line, onSheet, onWhy, onKeyDown }: LineProps) {
  const { t } = useTranslation();
  const { variant, quantity } = line;
  const id = variant.variant_id;
  const name = variantName(variant);
  const now = form.has(line);
  const plain = readDecimal(quantity);
  const after = now !== null && plain !== null ? Number(plus(now, plain)) : null;
  const problem = form.problem(line);
  const refused = form.short.get(id);
  const available = refused?.has ?? now;
  const needs = refused?.needs ?? (plain !== null ? Math.abs(Number(plain)) : 0);
  return (
    <>
      <tr className={form.touched[0]?.id === id ? 'fresh' : undefined}>
        <td className="x-nm">
          <span className="prod">
            <ProductThumb path={variant.image_path} />
            <span className="nm">
              <bdi>{name}</bdi>
              <small><Code>{variant.barcode}</Code></small>
            </span>
          </span>
        </td>
        <td className="num col col2 qty-cell" data-l={t('stock.form.line.quantity')}>
          <NumberInput className="qty" label={`${t('stock.form.line.quantity')}: ${name}`} value={quantity} invalid={problem !== null} onChange={(value) => form.setQuantity(id, value)} onKeyDown={onKeyDown} />
        </td>
        <td className="num col" data-l={t('stock.form.line.after')}>
          {now === null ? <span className="nil">–</span> : (
            <FromAfter
              from={<button type="button" className="why" aria-label={t('stock.why', { n: formatNumber(now), name })} onClick={() => onWhy(id, name, now)}>{formatNumber(now)}</button>}
              after={after === null ? '–' : formatNumber(after)}
              tone={after !== null && after < 0 ? 'neg' : undefined}
            />
          )}
        </td>
        <td className="x-m">
          {variant.color_id || variant.size_id ? <IconButton small variant="quiet" icon={Grid3x3} label={t('variants.grid.sheetOf', { name: productName(variant) })} onClick={() => onSheet(variant.product_id)} /> : null}
          <IconButton small variant="quiet" icon={X} label={t('stock.form.line.remove', { name })} onClick={() => form.remove(id)} />
        </td>
      </tr>
      {problem && (
        <tr className="x-err">
          <td colSpan={4}>
            <span className="problem" role="alert">
              <Icon of={CircleAlert} size={14} />
              {problem === 'short'
                ? available === null ? t('stock.problem.shortHidden', { needs: formatNumber(needs) }) : t('stock.problem.short', { needs: formatNumber(needs), has: formatNumber(available) })
                : t(`stock.problem.${problem}`)}
              {problem === 'short' && available !== null && available > 0 && (
                <button type="button" className="link" onClick={() => form.setQuantity(id, `-${available}`)}>{t('stock.problem.use', { n: formatNumber(-available) })}</button>
              )}
            </span>
          </td>
        </tr>
      )}
    </>
  );
}
