import { Minus, Plus } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import { ProductThumb } from '@/parts/image/product-thumb.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Code } from '@/ui/figure.tsx';
import { variantName } from '@/parts/variant-name.ts';
import type { LineView } from './line-views.ts';
import { QuantityBox } from './quantity-box.tsx';

/** The last scanned line with large buttons: plus one, minus one, or a typed quantity. */
export function JustCounted({
  view,
  onAdd,
  onSet,
  onDone,
}: {
  view: LineView;
  onAdd: () => void;
  onSet: (quantity: number) => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const name = variantName(view);
  return (
    <section className="just" aria-label={t('counts.just')}>
      <ProductThumb path={view.image_path} />
      <p className="record-name">
        <bdi>{name}</bdi>
        <small>
          <Code>{view.barcode}</Code>
        </small>
      </p>
      <div className="just-number">
        <IconButton
          icon={Minus}
          label={t('counts.less', { name })}
          disabled={view.mine < 1}
          onClick={() => onSet(addUp([view.mine, -1]))}
        />
        <QuantityBox label={t('counts.mineOf', { name })} value={view.mine} byMeasure={view.by_measure} onSet={onSet} onDone={onDone} />
        <IconButton icon={Plus} label={t('counts.more', { name })} onClick={onAdd} />
      </div>
      <p className="just-all muted" role="status">
        {t('counts.together', { n: formatNumber(view.counted) })}
      </p>
    </section>
  );
}
