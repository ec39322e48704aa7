import { Grid3x3 } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { productName, variantName } from '@/parts/variant-name.ts';
import type { LineView } from './line-views.ts';
import { QuantityBox } from './quantity-box.tsx';

interface CountedTableProps {
  label: string;
  lines: readonly LineView[];
  /** A line without a figure stands empty instead of with a 0. */
  blank: boolean;
  mayCount: boolean;
  onSet: (variantId: string, quantity: number) => void;
  onSheet: (line: LineView) => void;
}

/** Each line with what I counted, to be set right by typing, and what all of us counted. */
export function CountedTable({ label, lines, blank, mayCount, onSet, onSheet }: CountedTableProps) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <table className="t slip lines counted" aria-label={label}>
      <colgroup>
        <col />
        <col className="c-n" />
        <col className="c-n" />
        <col className="c-x" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('lines.product')}</th>
          <th scope="col" className="num col col2">{t('counts.column.mine')}</th>
          <th scope="col" className="num col">{t('counts.column.counted')}</th>
          <th scope="col"><span className="sr">{t('kit.actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const name = variantName(line);
          const empty = blank && !line.waiting && line.counted === 0;
          return (
            <tr key={line.variant_id} aria-busy={line.waiting || undefined}>
              <td className="x-nm">
                <span className="prod">
                  <ProductThumb path={line.image_path} />
                  <span className="nm"><bdi>{name}</bdi><small><Code>{line.barcode}</Code></small></span>
                </span>
              </td>
              <td className="num col col2 qty-cell" data-l={t('counts.column.mine')}>
                {mayCount ? <QuantityBox label={t('counts.mineOf', { name })} value={empty || (line.mine === 0 && line.counted > 0) ? null : line.mine} onSet={(quantity) => onSet(line.variant_id, quantity)} /> : <Figure value={formatNumber(line.mine)} nil />}
              </td>
              <td className="num col" data-l={t('counts.column.counted')}>{empty ? <span className="nil">–</span> : <Figure value={formatNumber(line.counted)} />}</td>
              <td className="x-m">{mayCount && (line.color !== null || line.size !== null) && <IconButton small variant="quiet" icon={Grid3x3} label={t('variants.grid.sheetOf', { name: productName(line) })} onClick={() => onSheet(line)} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
